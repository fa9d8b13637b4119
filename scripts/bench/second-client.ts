/**
 * Somebody else who uses the server while it is loaded: one request at a time, each timed, in a process of its own so
 * that the load cannot slow the watch. Prints a line of JSON for each window, until it is ended.
 */
import { createHeaders } from './server.ts';
import { quantile } from './table.ts';

const PAUSE_MS = 50;
const TIMEOUT_MS = 60_000;

/** What the client saw in one window. */
export interface Window {
  readonly requests: number;
  readonly p50Ms: number;
  readonly maxMs: number;
  /** Answers of 5xx, and none at all. */
  readonly failures: number;
}

interface Plan {
  readonly url: string;
  readonly key: string;
  readonly siteId: number;
  readonly windowMs: number;
}

export interface SecondClient {
  /** What it saw, window by window. */
  readonly windows: readonly Window[];
  stop(): Promise<void>;
}

/** Starts the second client. It writes a hit, lists hits and requests the health of the server in turn. */
export function startSecondClient(plan: Plan): SecondClient {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const windows: Window[] = [];
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) windows.push(JSON.parse(line) as Window);
    }
  };
  const reading = read();
  return {
    windows,
    stop: async () => {
      child.kill();
      await child.exited;
      await reading;
    },
  };
}

async function watch({ url, key, siteId, windowMs }: Plan): Promise<never> {
  const headers = createHeaders(key);
  const hits = `${url}/api/v1/sites/${siteId}/hits`;
  const requests: (() => Promise<Response>)[] = [
    () => fetch(hits, { method: 'POST', headers, body: '{"path":"/second-client"}', signal: timeout() }),
    () => fetch(`${hits}?per_page=5`, { headers, signal: timeout() }),
    () => fetch(`${url}/healthz`, { signal: timeout() }),
  ];
  for (let turn = 0; ; ) {
    const latencies: number[] = [];
    let failures = 0;
    for (const endsMs = performance.now() + windowMs; performance.now() < endsMs; turn++) {
      const startedMs = performance.now();
      const isGood = await requests[turn % requests.length]?.().then(
        async response => (await response.arrayBuffer()) && response.status < 500,
        () => false,
      );
      if (isGood !== true) failures++;
      latencies.push(performance.now() - startedMs);
      await Bun.sleep(PAUSE_MS);
    }
    const window: Window = {
      requests: latencies.length,
      p50Ms: quantile(latencies, 0.5),
      maxMs: quantile(latencies, 1),
      failures,
    };
    process.stdout.write(`${JSON.stringify(window)}\n`);
  }
}

const timeout = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

if (import.meta.main) await watch((await Bun.stdin.json()) as Plan);
