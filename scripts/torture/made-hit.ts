import { systemClock } from '../../src/core/clock.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { aHit } from '../../test/support/hit-rows.ts';

/** Number of sites that have hits and events. */
export const SITES = 7;

/** Instants as long ago end visits that began before them. */
const PAUSE_MS = 40 * 60_000;

/** A hit of one of 5,000 visitors on one of seven sites, of this moment or of one of their earlier visits. */
export function madeHit(n: number): NewHit {
  return aHit({
    siteId: n % SITES,
    createdAt: new Date(systemClock.now().getTime() - (n % 3) * PAUSE_MS),
    path: `/p/${(n * 7919) % 5000}`,
    referrer: n % 3 === 0 ? `https://ref${n % 97}.example/a` : null,
    country: 'DE',
    browserName: 'Chrome',
    platformName: 'Linux',
    isMobile: false,
    visitorHash: BigInt(n % 5000),
    visitorScope: 'day',
  });
}

/** An event of the visitor and site of `madeHit`. */
export const madeEvent = (n: number): NewHit => ({ ...madeHit(n), kind: 'event', event: 'form.sent' });
