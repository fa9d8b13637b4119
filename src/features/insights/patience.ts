/** How long, and how often in vain, a model is waited for before it is left alone: there may be a thousand sites to go. */
import type { Clock } from '../../core/clock.ts';

const REST_MS = 600_000;
/** So many stories in a row without a text that holds. */
const MOST_IN_VAIN = 3;
/** What a slow one may take of the work on all sites together, until it has been let alone for as long as a rest. */
const MOST_MS = 1_800_000;

export function createPatience(clock: Clock) {
  let restsUntilMs = 0;
  let inVain = 0;
  let spentMs = 0;
  let endedMs = 0;
  const nowMs = (): number => clock.now().getTime();

  return {
    isOver: (): boolean => nowMs() < restsUntilMs,

    /** Begins to wait; what it answers is called with what came of it. */
    begin(): (outcome: 'used' | 'in vain' | 'silent') => void {
      const beganMs = nowMs();
      if (beganMs - endedMs >= REST_MS) spentMs = 0;
      return outcome => {
        endedMs = nowMs();
        spentMs += endedMs - beganMs;
        inVain = outcome === 'used' ? 0 : inVain + 1;
        if (outcome === 'silent' || inVain >= MOST_IN_VAIN || spentMs >= MOST_MS) {
          restsUntilMs = endedMs + REST_MS;
          inVain = 0;
        }
      };
    },
  };
}
