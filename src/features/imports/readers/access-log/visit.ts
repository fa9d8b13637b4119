/** A request that is kept, in the columns of an import. */
export interface Visit {
  readonly type: 'hit' | 'agent_visit';
  readonly createdAt: string;
  readonly path: string;
  readonly url: string | null;
  readonly referrer: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly status: number;
}
