import type { Site } from '../../../core/site.ts';
import { rejectRefusedTarget } from '../../../outbound/errors.ts';
import type { Outbound } from '../../../outbound/fetch.ts';

const TARGET_TIMEOUT_MS = 3000;

/** Creates the check of a site before its uptime monitoring is switched on. It rejects with 422 for an address that is never called. */
export const createUptimeTargetCheck =
  ({ checkTarget }: Pick<Outbound, 'checkTarget'>) =>
  ({ url }: Pick<Site, 'url'>): Promise<void> =>
    rejectRefusedTarget(
      checkTarget(url, { timeoutMs: TARGET_TIMEOUT_MS }),
      reason => `uptime cannot be switched on for ${url}: ${reason}`,
    );
