import { MINUTE_MS } from '../../src/lib/time-units.ts';

/** What takes longer hangs: beside forty busy processes on two cores, a test takes sixty times its usual time. */
export const TIME_LIMIT_MS = 20 * MINUTE_MS;
