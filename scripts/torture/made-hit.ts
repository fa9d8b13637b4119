import { systemClock } from '../../src/core/clock.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { aHit } from '../../test/support/hit-rows.ts';

/** A hit of this moment, one of 5,000 visitors' on one of seven sites. */
export function madeHit(n: number): NewHit {
  return aHit({
    siteId: n % 7,
    createdAt: systemClock.now(),
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
