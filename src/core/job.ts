/** One piece of background work: a value, listed in `compose/jobs.ts` and run by croner or by name. */
export interface Job {
  /** `area.verb`, such as `sites.purge`. */
  readonly name: string;
  /** One sentence for the operator. */
  readonly description: string;
  /** A cron pattern in UTC (croner's, seconds first when it has six fields). */
  readonly every: string;
  /** Idempotent. Takes the instant it is run for and a signal that a stopping server raises; its answer is logged. */
  run(context: {
    readonly now: Date;
    readonly signal: AbortSignal;
  }): Promise<Readonly<Record<string, unknown>> | void>;
}
