import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreHealth } from '../../core/store-health.ts';
import { VERSION } from '../../core/version.ts';

/** Told of every answer: what was asked for, how it ended and how long it took. */
export type ObserveAnswer = (endpoint: string, status: number, durationMs: number) => void;

/** The process's own figures, as Prometheus text. */
export interface Metrics {
  readonly observe: ObserveAnswer;
  /** Told of every attempt to send a mail: how it ended. */
  readonly observeMail: (outcome: 'sent' | 'postponed' | 'failed') => void;
  /** Adds figures of the data folder, read whenever somebody asks. */
  readonly watchStorage: (health: () => StoreHealth) => void;
  /** Adds what pages reported and was not counted, by reason. */
  readonly watchRefusals: (totals: () => ReadonlyMap<string, number>) => void;
  readonly contentType: string;
  text(): Promise<string>;
}

const BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10];

/** Figures from now on; a restart begins anew, as Prometheus expects. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'footfall_' });
  const registers = [registry];
  const labelNames = ['version'];
  new Gauge({ name: 'footfall_info', help: 'Version of the server', labelNames, registers }).set(
    { version: VERSION },
    1,
  );
  // Counted in a map and handed over when somebody asks: a hit must not pay for labels.
  const answers = new Map<string, number>();
  new Counter({
    name: 'footfall_answers_total',
    help: 'Answers by endpoint and status; `collect` is what pages send',
    labelNames: ['endpoint', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [key, count] of answers) {
        const [endpoint = '', status = ''] = key.split(' ');
        this.inc({ endpoint, status }, count);
      }
    },
  });
  const durations = new Histogram({
    name: 'footfall_read_seconds',
    help: 'Time that answers to GET took',
    labelNames: ['endpoint'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const mails = new Counter({
    name: 'footfall_mails_total',
    help: 'Attempts to send a mail by outcome: `sent`, `postponed` (tried again) or `failed` (given up)',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['sent', 'postponed', 'failed']) mails.inc({ outcome }, 0);
  return {
    watchRefusals(totals) {
      new Counter({
        name: 'footfall_refused_total',
        help: 'Views and events that pages reported and that were not counted, by reason',
        labelNames: ['reason'],
        registers,
        collect() {
          this.reset();
          for (const [reason, count] of totals()) this.inc({ reason }, count);
        },
      });
    },
    watchStorage(health) {
      const gauge = (name: string, help: string, read: (health: StoreHealth) => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(read(health()));
          },
        });
      gauge('footfall_storage_free_bytes', 'Free space in the data folder', ({ freeBytes }) => freeBytes);
      gauge(
        'footfall_storage_needed_bytes',
        'Free space that rewriting the file of hits takes',
        ({ neededBytes }) => neededBytes,
      );
      gauge(
        'footfall_storage_behind',
        '1 while reports wait because memory ran out for hits that are not in their file yet',
        ({ isBehind }) => Number(isBehind),
      );
    },
    observeMail: outcome => mails.inc({ outcome }),
    observe(endpoint, status, durationMs) {
      const key = `${endpoint} ${status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      if (endpoint.startsWith('get') || endpoint.startsWith('list'))
        durations.observe({ endpoint }, durationMs / 1000);
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
