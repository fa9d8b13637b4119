/** The engine of hits, as tests open it. */
import { type HitEngineOptions, openHitEngine as open } from '../../src/stores/duckdb/engine.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { READ_LIMITS, type ReadLimits } from '../../src/stores/read-limits.ts';

/** Long limits of reads, since the machine may be busy with other things. */
export const LONG_READ_LIMITS: ReadLimits = {
  ...READ_LIMITS,
  maxWaitMs: 100_000,
  maxReadMs: 100_000,
  maxTotalMs: 200_000,
};

/** Opens an engine, with long limits of reads unless others are given. */
export const openHitEngine = (options: HitEngineOptions): Promise<HitEngine> =>
  open({ readLimits: LONG_READ_LIMITS, ...options });
