import { invalidBody } from '../../../core/errors.ts';
import type { Site } from '../../../core/site.ts';
import { OutboundError } from '../../../outbound/errors.ts';
import type { Outbound } from '../../../outbound/fetch.ts';

const TARGET_TIMEOUT_MS = 3000;

/**
 * Creates the check of a site before its uptime monitoring is switched on. It rejects with 422 for an address that is never
 * called. A host name that does not resolve passes: it may do so later.
 */
export const createUptimeTargetCheck =
  ({ checkTarget }: Pick<Outbound, 'checkTarget'>) =>
  async ({ url }: Pick<Site, 'url'>): Promise<void> => {
    try {
      await checkTarget(url, { timeoutMs: TARGET_TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.code === 'refused_target')
        throw invalidBody(`uptime cannot be switched on for ${url}: ${error.message}`);
    }
  };
