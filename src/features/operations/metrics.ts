import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../../core/version.ts';

/** The process's own figures. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'footfall_' });
  new Gauge({
    name: 'footfall_info',
    help: 'Version of the server',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  return {
    registry,
    requests: new Counter({
      name: 'footfall_http_requests_total',
      help: 'Answered requests',
      labelNames: ['endpoint', 'status'],
      registers: [registry],
    }),
    writes: new Counter({
      name: 'footfall_writes_total',
      help: 'Hits, events and visits by what became of them',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    reportSeconds: new Histogram({
      name: 'footfall_report_seconds',
      help: 'Time a report took',
      labelNames: ['endpoint'],
      buckets: [0.005, 0.025, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
