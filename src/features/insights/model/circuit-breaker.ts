/**
 * Circuit breaker for calls of a language model that fails or is slow: there may be a thousand sites left to process.
 */
import type { Clock } from '../../../core/clock.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';

/** How long the circuit stays open, so that no call is made. */
const OPEN_MS = 10 * MINUTE_MS;
/** Failures in a row that open the circuit: calls without a usable text. */
const MAX_FAILURES = 3;
/** Total duration of calls that opens the circuit. A pause of `OPEN_MS` resets it. */
const MAX_BUSY_MS = 30 * MINUTE_MS;

/** Outcome of a call: a usable text, an unusable one, or no answer, which opens the circuit at once. */
export type CallOutcome = 'used' | 'unusable' | 'unanswered';

export function createCircuitBreaker(clock: Clock) {
  let openUntilMs = 0;
  let failures = 0;
  let busyMs = 0;
  let endedMs = 0;
  const nowMs = (): number => clock.now().getTime();

  return {
    isOpen: (): boolean => nowMs() < openUntilMs,

    /** Starts timing a call. Returns a function that records its outcome. */
    begin(): (outcome: CallOutcome) => void {
      const beganMs = nowMs();
      if (beganMs - endedMs >= OPEN_MS) busyMs = 0;
      return outcome => {
        endedMs = nowMs();
        busyMs += endedMs - beganMs;
        failures = outcome === 'used' ? 0 : failures + 1;
        if (outcome === 'unanswered' || failures >= MAX_FAILURES || busyMs >= MAX_BUSY_MS) {
          openUntilMs = endedMs + OPEN_MS;
          failures = 0;
        }
      };
    },
  };
}
