import { type Static, Type } from '@sinclair/typebox';
import { LOG_CLASSES } from '../../core/hits/log-sums.ts';
import { model, nullable } from '../../http/schema.ts';
import { allTimeQuery, periodFields, periodQuery } from '../../reports/period.ts';

/** Names of one list, at most and by default. */
const MAX_LISTED = 500;
export const DEFAULT_LISTED = 100;

export const ShowAccessLog = Type.Object({
  ...periodQuery,
  ...allTimeQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LISTED,
      description: `entries of each list; ${DEFAULT_LISTED} when left out`,
    }),
  ),
});

const requests = Type.Integer({ minimum: 0 });
const Subscribers = nullable(
  Type.Integer({ description: 'as the reader last said in its user agent; null where it does not say' }),
);

const Program = Type.Object({
  name: Type.String(),
  requests,
  statuses: Type.Array(Type.Object({ status: Type.Integer(), requests }), {
    description: 'what they were answered with, most frequent first',
  }),
});

const FeedReader = Type.Object({
  name: Type.String(),
  requests,
  subscribers: Subscribers,
  feeds: Type.Array(Type.Object({ path: Type.String(), requests, subscribers: Subscribers })),
});

const MissingPage = Type.Object({
  path: Type.String({ description: 'without its query' }),
  requests,
  referrers: Type.Array(Type.Object({ referrer: Type.String(), requests }), {
    description: 'pages that link to it: those of the site as a path, others as an address without its query',
  }),
});

const counts = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, requests])) as Record<Name, typeof requests>;

const LISTS = ['crawlers', 'bots', 'feed_readers', 'not_found', 'errors'] as const;

const AccessLog = model(
  'AccessLog',
  {
    requests: Type.Object(
      { total: requests, ...counts(LOG_CLASSES) },
      { description: 'every request of the log, by what it is; each is counted once' },
    ),
    page_view_share: nullable(
      Type.Number({
        description: 'share of all requests, 0 to 1, that are page views of people, as a script sees them',
      }),
    ),
    crawlers: Type.Array(Program, { description: 'crawlers and assistants of AI' }),
    bots: Type.Array(Program, { description: 'other programs' }),
    feed_readers: Type.Array(FeedReader),
    not_found: Type.Array(MissingPage, { description: 'answered with 404 or 410, to people and programs' }),
    errors: Type.Array(Type.Object({ path: Type.String(), status: Type.Integer(), requests }), {
      description: 'answered with 5xx',
    }),
    not_listed: Type.Object(counts(LISTS), {
      description: 'requests of each list that are beyond its entries; of a day, the 100 largest are kept',
    }),
    covered: nullable(
      Type.Object(
        { first_day: Type.String(), last_day: Type.String() },
        { description: 'first and last day of all that was read of logs; null when nothing was' },
      ),
    ),
  },
  {
    requests: {
      total: 1000,
      page_views: 180,
      agents: 60,
      bots: 150,
      feeds: 110,
      not_found: 40,
      errors: 1,
      redirects: 19,
      assets: 430,
      ignored: 0,
      others: 10,
    },
    page_view_share: 0.18,
    crawlers: [{ name: 'GPTBot', requests: 60, statuses: [{ status: 200, requests: 60 }] }],
    bots: [{ name: 'Googlebot', requests: 150, statuses: [{ status: 200, requests: 150 }] }],
    feed_readers: [
      {
        name: 'Feedly',
        requests: 110,
        subscribers: 42,
        feeds: [{ path: '/feed.xml', requests: 110, subscribers: 42 }],
      },
    ],
    not_found: [{ path: '/old', requests: 40, referrers: [{ referrer: '/blog', requests: 3 }] }],
    errors: [{ path: '/search', status: 502, requests: 1 }],
    not_listed: { crawlers: 0, bots: 0, feed_readers: 0, not_found: 0, errors: 0 },
    covered: { first_day: '2026-03-01', last_day: '2026-03-31' },
  },
);
export type AccessLog = Static<typeof AccessLog>;

export const AccessLogAnswer = Type.Object({
  access_log: AccessLog,
  filters: Type.Object({ ...periodFields, limit: Type.Integer() }),
});
