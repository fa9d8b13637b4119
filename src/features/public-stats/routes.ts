import type { TObject } from '@sinclair/typebox';
import type { Clock } from '../../core/clock.ts';
import { createAddressLimit } from '../../http/address-limit.ts';
import { type Endpoint, okRaw, publicEndpoint } from '../../http/endpoint.ts';
import { ErrorBody } from '../../http/schema.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { PublicStatsQuery, publicStatsModel } from './schema.ts';
import { MAX_AGE_MS, type PublicStatsService } from './service.ts';

const LIMIT = { limit: 300, windowMs: MINUTE_MS };
const STANDARD_PERIOD = '30d';

/** The public endpoint, without a key. */
export function publicStatsRoutes({
  publicStats,
  uptimeDay,
  clock,
}: {
  readonly publicStats: PublicStatsService;
  /** How a day of uptime looks. */
  readonly uptimeDay: TObject;
  readonly clock: Clock;
}): Endpoint[] {
  const addresses = createAddressLimit({ ...LIMIT, clock });
  return [
    publicEndpoint('GET', '/public/:uid', {
      summary: 'Show what a public site shows to anybody',
      operationId: 'getPublicStats',
      description: `The site is named by its \`uid\`. Which sections there are is its owner's choice: \`public_page\` of its settings. At most ${LIMIT.limit} requests a minute from an address.`,
      query: PublicStatsQuery,
      responses: { 200: publicStatsModel(uptimeDay), 404: ErrorBody, 429: ErrorBody },
      handle: async ({ params, query, address }) => {
        addresses.take(address);
        const { json, madeAt } = await publicStats.show(params['uid'] ?? '', query.period ?? STANDARD_PERIOD);
        const ageSeconds = Math.max(0, Math.floor((clock.now().getTime() - madeAt.getTime()) / 1000));
        return okRaw({
          content: json,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'cache-control': `public, max-age=${MAX_AGE_MS / 1000}`,
            // So that caches on the way count the age of the answer.
            age: String(ageSeconds),
          },
        });
      },
    }),
  ];
}
