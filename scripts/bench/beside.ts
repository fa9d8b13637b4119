/** Requests at a quiet, steady rate while something else goes on: how long they wait for it. */
import type { LoadRequest } from './load.ts';
import { quantile } from './table.ts';

const PER_SECOND = 40;

/** Latencies of requests, each from the moment at which it was due. */
export interface Beside<T> {
  readonly result: T;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Sends requests until the work is done. */
export async function measureBeside<T>(
  url: string,
  requests: readonly LoadRequest[],
  work: () => Promise<T>,
): Promise<Beside<T>> {
  const latencies: number[] = [];
  const answers: Promise<void>[] = [];
  const startedMs = performance.now();
  const dueMsOf = (number: number): number => startedMs + (number * 1000) / PER_SECOND;
  const send = async ({ method, path, headers, body }: LoadRequest, dueMs: number): Promise<void> => {
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} during an import`);
    latencies.push(performance.now() - dueMs);
  };
  const sending = setInterval(() => {
    while (performance.now() >= dueMsOf(answers.length)) {
      const request = requests[answers.length % requests.length];
      if (request) answers.push(send(request, dueMsOf(answers.length)));
    }
  }, 1);
  try {
    const result = await work();
    clearInterval(sending);
    await Promise.all(answers);
    const [p50Ms, p99Ms, maxMs] = [0.5, 0.99, 1].map(share => quantile(latencies, share));
    return { result, p50Ms: p50Ms ?? 0, p99Ms: p99Ms ?? 0, maxMs: maxMs ?? 0 };
  } finally {
    clearInterval(sending);
  }
}
