/** Asking again and again while somebody looks. */
/** Half a second, so that a hit is seen within one. */
const QUICK_MS = 500;
const SLOW_MS = 10_000;
const QUICK_FOR_MS = 5 * 60_000;

/** What came of asking: news keep the pace quick, a failure makes it slow. */
export type Outcome = 'news' | 'nothing new' | 'failed';

/**
 * Asks twice a second while the page is visible, after five minutes without news every ten seconds, until the signal. Coming back
 * to the page asks at once.
 */
export function startPolling(ask: () => Promise<Outcome>, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let lastNewsMs = performance.now();
  let askedAtMs = lastNewsMs;

  const wait = (outcome: Outcome): void => {
    if (outcome === 'news') lastNewsMs = performance.now();
    if (signal.aborted || document.hidden) return;
    const isQuick = outcome !== 'failed' && performance.now() - lastNewsMs < QUICK_FOR_MS;
    // From one question to the next: a slow answer must not stretch the pace.
    const elapsedMs = performance.now() - askedAtMs;
    timer = setTimeout(turn, Math.max(0, (isQuick ? QUICK_MS : SLOW_MS) - elapsedMs));
  };
  const turn = (): void => {
    if (isAsking) return;
    isAsking = true;
    askedAtMs = performance.now();
    ask().then(
      outcome => {
        isAsking = false;
        wait(outcome);
      },
      () => {
        isAsking = false;
        wait('failed');
      },
    );
  };
  const onVisibility = (): void => {
    clearTimeout(timer);
    if (document.hidden) return;
    lastNewsMs = performance.now();
    turn();
  };

  document.addEventListener('visibilitychange', onVisibility, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  wait('nothing new');
}
