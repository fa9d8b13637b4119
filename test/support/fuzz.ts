/** How much random tests try, and from which seed. */
import { toDay } from '../../src/lib/time.ts';

/** Another one every day, which the checks print; `FUZZ_SEED` repeats a day's. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? toDay(new Date(), 'UTC').replaceAll('-', ''));

/** Whether the long form of random tests runs, as with `./scripts/test.sh --all`. */
export const IS_LONG = process.env['FUZZ_LONG'] !== undefined;

/** Returns the number of cases that a test tries: one, in its long form as many as given, or `FUZZ_CASES`. */
export const fuzzCases = (long: number): number => Number(process.env['FUZZ_CASES'] ?? (IS_LONG ? long : 1));
