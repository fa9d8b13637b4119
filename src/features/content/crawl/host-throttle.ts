import type { Clock } from '../../../core/clock.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { MAX_REQUESTS, MIN_DELAY_MS } from '../limits.ts';

/** A request to a host that waits for its slot. */
export interface ThrottledRequest {
  /** Name and port. */
  readonly host: string;
  /** True for the monitored site itself. */
  readonly isOwn: boolean;
  /** Minimum time from the start of this request to the next one to the host. Default: `MIN_DELAY_MS`. */
  readonly delayMs?: number;
  /** True: goes before all waiting requests. */
  readonly isUrgent?: boolean;
}

/** Throttle of requests by host, so that no host is overloaded, however many sites link to it. */
export interface HostThrottle {
  /** Runs the work in the host's next slot and resolves with its result. Rejects with the signal's reason when that aborts. */
  run<Value>(request: ThrottledRequest, work: () => Promise<Value>): Promise<Value>;
  /** Pauses requests to a host until an instant. */
  pause(host: string, untilMs: number): void;
  /** Starts every request that is due. With the system's clock this also happens by itself. */
  wake(): void;
  /** Returns when the next waiting request may start, as far as the clock decides; undefined when none waits for it. */
  findNextAt(): number | undefined;
  /** Resolves once no request is running. */
  settled(): Promise<void>;
}

/** Longest wait, so that a clock that was set back does not stop all requests. */
const MAX_WAIT_MS = 10 * MINUTE_MS;
const MAX_IDLE_HOSTS = 2000;

interface Host {
  running: number;
  readyAtMs: number;
}

interface Waiting {
  readonly request: ThrottledRequest;
  begin(): void;
  abandon(reason: unknown): void;
}

export function createHostThrottle({
  clock,
  signal,
}: {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): HostThrottle {
  const hosts = new Map<string, Host>();
  const total = { own: 0, other: 0 };
  const running = new Set<Promise<void>>();
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function getHost(name: string): Host {
    let host = hosts.get(name);
    if (!host) {
      if (hosts.size >= MAX_IDLE_HOSTS) removeIdle();
      host = { running: 0, readyAtMs: 0 };
      hosts.set(name, host);
    }
    return host;
  }

  function removeIdle(): void {
    const nowMs = clock.now().getTime();
    for (const [name, { running: count, readyAtMs }] of hosts)
      if (count === 0 && readyAtMs <= nowMs) hosts.delete(name);
  }

  function canStart({ host: name, isOwn }: ThrottledRequest, nowMs: number): boolean {
    const group = isOwn ? 'own' : 'other';
    const host = getHost(name);
    const isReady = nowMs >= host.readyAtMs || host.readyAtMs - nowMs > MAX_WAIT_MS;
    return isReady && host.running < MAX_REQUESTS[group].perHost && total[group] < MAX_REQUESTS[group].total;
  }

  function begin(
    { host: name, isOwn, delayMs = MIN_DELAY_MS }: ThrottledRequest,
    work: () => Promise<void>,
  ): void {
    const host = getHost(name);
    const group = isOwn ? 'own' : 'other';
    host.running++;
    total[group]++;
    host.readyAtMs = clock.now().getTime() + delayMs;
    const turn = work().finally(() => {
      host.running--;
      total[group]--;
      running.delete(turn);
      wake();
    });
    running.add(turn);
  }

  function wake(): void {
    const nowMs = clock.now().getTime();
    const stillWaiting: Waiting[] = [];
    for (const one of waiting) {
      if (canStart(one.request, nowMs)) one.begin();
      else stillWaiting.push(one);
    }
    waiting = stillWaiting;
    setTimer();
  }

  function findNextAt(): number | undefined {
    const nowMs = clock.now().getTime();
    const times = waiting.map(({ request }) => getHost(request.host).readyAtMs).filter(ms => ms > nowMs);
    return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
  }

  function setTimer(): void {
    clearTimeout(timer);
    const nextAtMs = findNextAt();
    if (nextAtMs === undefined || signal.aborted) return;
    timer = setTimeout(wake, Math.min(nextAtMs - clock.now().getTime(), MAX_WAIT_MS));
    timer.unref();
  }

  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const { abandon } of waiting.splice(0)) abandon(signal.reason);
  });

  return {
    run(request, work) {
      if (signal.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const one: Waiting = {
          request,
          begin: () => begin(request, () => work().then(resolve, reject)),
          abandon: reject,
        };
        if (request.isUrgent) waiting.unshift(one);
        else waiting.push(one);
        wake();
      });
    },
    pause(name, untilMs) {
      const host = getHost(name);
      host.readyAtMs = Math.max(host.readyAtMs, untilMs);
    },
    wake,
    findNextAt,
    async settled() {
      // The continuation of a request may start the next one.
      for (; running.size > 0; await new Promise(resolve => setImmediate(resolve)))
        await Promise.all(running);
    },
  };
}
