/** Collecting garbage at a moment of one's own choice. */
import { fullGC } from 'bun:jsc';

/**
 * Collects all garbage at once, which blocks requests for some twenty milliseconds. A concurrent collection keeps objects that were
 * created meanwhile, and runs later the larger the heap has grown. `Bun.gc` takes six times as long, and discards all compiled
 * functions.
 */
export const collectGarbage = (): void => void fullGC();
