// By themselves: the library's other parts load an HTTP client, clusters and OpenTelemetry at every start.
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import eventLoopLag from 'prom-client/lib/metrics/eventLoopLag.js';
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js';
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import processStartTime from 'prom-client/lib/metrics/processStartTime.js';
import Registry from 'prom-client/lib/registry.js';
import { VERSION } from '../../core/version.ts';
import type { ObserveResponse } from '../../http/serve.ts';
import type { MailOutcome } from '../mail/transactional.ts';

/** Metrics of the process in the Prometheus text format. */
export interface Metrics {
  readonly observe: ObserveResponse;
  /** Counts an attempt to send a mail by outcome. */
  readonly observeMail: (outcome: MailOutcome) => void;
  /** Adds metrics that are read at every scrape. */
  readonly add: (metrics: readonly ReadMetric[]) => void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** A metric that is read at every scrape. */
export interface ReadMetric {
  /** Name as Prometheus wants it: with the unit at its end, `_total` for a counter. */
  readonly name: string;
  readonly help: string;
  readonly isCounter?: true;
  /** Names of the labels. */
  readonly labels?: readonly string[];
  /** Reads the value, or a value for each set of labels; null for none. A metric whose reading fails is left out. */
  readonly read: () => MetricValue | Promise<MetricValue>;
}
type MetricValue = number | null | Iterable<Sample>;
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

async function readSamples(read: ReadMetric['read']): Promise<Iterable<Sample>> {
  try {
    const reading = await read();
    if (reading === null) return [];
    return typeof reading === 'number' ? [[{}, reading]] : reading;
  } catch {
    return [];
  }
}

const BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10];

/**
 * The standard metrics of a process, under the names that every exporter gives them. The library's others are of Node.js: under Bun
 * they are 0, or of a version of Node.js that is not there, and adding them looks at every object of the heap.
 */
const PROCESS_METRICS = [
  processStartTime,
  osMemoryHeap,
  processOpenFileDescriptors,
  processMaxFileDescriptors,
  eventLoopLag,
];

/** Reads the processor time of the process in seconds. */
const readCpuSeconds = (...kinds: readonly ('user' | 'system')[]): number => {
  const used = process.cpuUsage();
  return kinds.reduce((sum, kind) => sum + used[kind] / 1e6, 0);
};

/** The library's own ones, which are of the time since they were made, load OpenTelemetry. */
const CPU_METRICS: readonly ReadMetric[] = [
  {
    name: 'process_cpu_user_seconds_total',
    help: 'Total user CPU time spent in seconds.',
    isCounter: true,
    read: () => readCpuSeconds('user'),
  },
  {
    name: 'process_cpu_system_seconds_total',
    help: 'Total system CPU time spent in seconds.',
    isCounter: true,
    read: () => readCpuSeconds('system'),
  },
  {
    name: 'process_cpu_seconds_total',
    help: 'Total user and system CPU time spent in seconds.',
    isCounter: true,
    read: () => readCpuSeconds('user', 'system'),
  },
];

/** Creates the metrics, which start at zero with the process, as Prometheus expects. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  for (const addTo of PROCESS_METRICS) addTo(registry);
  const registers = [registry];
  const labelNames = ['version'];
  new Gauge({ name: 'footfall_info', help: 'Version of the server', labelNames, registers }).set(
    { version: VERSION },
    1,
  );
  // Counted in a map and converted at a scrape: labels are too slow for every hit.
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
  const add: Metrics['add'] = metrics => {
    for (const { name, help, isCounter = false, labels = [], read } of metrics) {
      const Metric = isCounter ? Counter : Gauge;
      new Metric({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const samples = await readSamples(read);
          this.reset();
          // A metric without labels is 0 after that, and not absent.
          if (labels.length === 0) this.remove();
          for (const [of, value] of samples) this.inc(of, value);
        },
      });
    }
  };
  add(CPU_METRICS);
  return {
    add,
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
