import type { Clock } from '../../core/clock.ts';

/** Who wants to ask a host for something. */
export interface TurnAsk {
  /** Name and port. */
  readonly host: string;
  /** True: a host whose owner has it watched. */
  readonly isOwn: boolean;
  /** From the beginning of this turn to that of the host's next one. Default: one second. */
  readonly gapMs?: number;
  /** True: before all that wait. */
  readonly isUrgent?: boolean;
}

/** Keeps requests apart: no host is a burden to, whoever links to it and however often. */
export interface Turns {
  /** Does the work when its turn has come and gives what it gives. Rejects with the signal's reason once that is raised. */
  run<Value>(ask: TurnAsk, work: () => Promise<Value>): Promise<Value>;
  /** Leaves a host alone until then. */
  hold(host: string, untilMs: number): void;
  /** Begins every turn that the clock has come to. It happens by itself, too, on a clock that goes. */
  wake(): void;
  /** When the next of those that wait may begin, as far as it depends on the clock; undefined when none does. */
  findNextAt(): number | undefined;
  /** Resolves once no turn is going on. */
  settled(): Promise<void>;
}

/** Source: decisions, section 7, Content. The number of own pages in all bounds the memory they take. */
const LIMITS = { own: { onHost: 2, inAll: 32 }, other: { onHost: 1, inAll: 8 } } as const;
const GAP_MS = 1000;
/** Nobody is made to wait longer; so a clock that was set back does not stop the turns. */
const MAX_WAIT_MS = 10 * 60_000;
const MAX_IDLE_HOSTS = 2000;

interface Host {
  running: number;
  readyAtMs: number;
}

interface Waiting {
  readonly ask: TurnAsk;
  begin(): void;
  giveUp(reason: unknown): void;
}

export function createTurns({
  clock,
  signal,
}: {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): Turns {
  const hosts = new Map<string, Host>();
  const inAll = { own: 0, other: 0 };
  const running = new Set<Promise<void>>();
  let waiting: Waiting[] = [];
  let alarm: ReturnType<typeof setTimeout> | undefined;

  function hostOf(name: string): Host {
    let host = hosts.get(name);
    if (!host) {
      if (hosts.size >= MAX_IDLE_HOSTS) forgetIdle();
      host = { running: 0, readyAtMs: 0 };
      hosts.set(name, host);
    }
    return host;
  }

  function forgetIdle(): void {
    const nowMs = clock.now().getTime();
    for (const [name, { running: count, readyAtMs }] of hosts)
      if (count === 0 && readyAtMs <= nowMs) hosts.delete(name);
  }

  function mayBegin({ host: name, isOwn }: TurnAsk, nowMs: number): boolean {
    const lane = isOwn ? 'own' : 'other';
    const host = hostOf(name);
    const isRested = nowMs >= host.readyAtMs || host.readyAtMs - nowMs > MAX_WAIT_MS;
    return isRested && host.running < LIMITS[lane].onHost && inAll[lane] < LIMITS[lane].inAll;
  }

  function begin({ host: name, isOwn, gapMs = GAP_MS }: TurnAsk, work: () => Promise<void>): void {
    const host = hostOf(name);
    const lane = isOwn ? 'own' : 'other';
    host.running++;
    inAll[lane]++;
    host.readyAtMs = clock.now().getTime() + gapMs;
    const turn = work().finally(() => {
      host.running--;
      inAll[lane]--;
      running.delete(turn);
      wake();
    });
    running.add(turn);
  }

  function wake(): void {
    const nowMs = clock.now().getTime();
    const stillWaiting: Waiting[] = [];
    for (const one of waiting) {
      if (mayBegin(one.ask, nowMs)) one.begin();
      else stillWaiting.push(one);
    }
    waiting = stillWaiting;
    setAlarm();
  }

  function findNextAt(): number | undefined {
    const nowMs = clock.now().getTime();
    const times = waiting.map(({ ask }) => hostOf(ask.host).readyAtMs).filter(ms => ms > nowMs);
    return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
  }

  function setAlarm(): void {
    clearTimeout(alarm);
    const nextAtMs = findNextAt();
    if (nextAtMs === undefined || signal.aborted) return;
    alarm = setTimeout(wake, Math.min(nextAtMs - clock.now().getTime(), MAX_WAIT_MS));
    alarm.unref();
  }

  signal.addEventListener('abort', () => {
    clearTimeout(alarm);
    for (const { giveUp } of waiting.splice(0)) giveUp(signal.reason);
  });

  return {
    run(ask, work) {
      if (signal.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const one: Waiting = {
          ask,
          begin: () => begin(ask, () => work().then(resolve, reject)),
          giveUp: reject,
        };
        if (ask.isUrgent) waiting.unshift(one);
        else waiting.push(one);
        wake();
      });
    },
    hold(name, untilMs) {
      const host = hostOf(name);
      host.readyAtMs = Math.max(host.readyAtMs, untilMs);
    },
    wake,
    findNextAt,
    async settled() {
      // What comes after a turn may begin the next one.
      for (; running.size > 0; await new Promise(resolve => setImmediate(resolve)))
        await Promise.all(running);
    },
  };
}
