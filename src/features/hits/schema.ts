import { type Static, Type } from '@sinclair/typebox';
import type { GroupRow, StoredHit, Totals } from '../../core/hit-store.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { periodQuery } from '../../http/period.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { INTERVALS } from '../../lib/time.ts';
import { joinUrl } from '../../lib/url.ts';

/** What hits can be grouped by. Source: api-v1, Hits. */
export const HIT_GROUPINGS = [
  'path',
  'country',
  'referrer',
  'browser_name',
  'platform_name',
  'source',
  'date',
] as const;
export type HitGrouping = (typeof HIT_GROUPINGS)[number];

const hitFields = {
  id: Id,
  url: Type.String(),
  path: Type.String(),
  referrer: nullable(Type.String()),
  country: Type.String({ description: 'two capitals; `XX` when unknown' }),
  browser_name: nullable(Type.String()),
  platform_name: nullable(Type.String()),
  is_mobile: nullable(Type.Boolean()),
  source: nullable(Type.String()),
  created_at: Timestamp,
};

export const Hit = model('Hit', hitFields);

const Hash = nullable(Type.String({ pattern: '^[0-9a-f]{16}$' }), {
  description: '16 hex digits; null for an anonymous write',
});
const CreatedHit = model('CreatedHit', { ...hitFields, unique_hash: Hash, visitor_hash: Hash });

/** Documents what `ingest/accept.ts` checks. */
export const CreateHit = model(
  'CreateHit',
  {
    path: Type.String({ minLength: 1, maxLength: 1024, description: 'a leading `/` is added when missing' }),
    country: Type.Optional(nullable(Type.String({ pattern: '^[A-Z]{2}$' }))),
    ip_address: Type.Optional(
      nullable(Type.String({ description: 'for country and visitor; never stored' })),
    ),
    url: Type.Optional(
      nullable(Type.String({ maxLength: 2048, description: "default: the site's url and the path" })),
    ),
    referrer: Type.Optional(nullable(Type.String({ maxLength: 2048 }))),
    user_agent: Type.Optional(nullable(Type.String({ maxLength: 1024 }))),
    visitor_id: Type.Optional(
      nullable(Type.String({ maxLength: 128, description: 'stable id of the visitor' })),
    ),
    source: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  },
  { path: '/pricing', country: 'DE', referrer: 'https://news.example/today', visitor_id: 'customer-7' },
);

/** Rows of a batch at most. Source: decisions, section 4. */
export const MAX_BATCH_ROWS = 10_000;
export const CreateHits = Type.Array(CreateHit, {
  maxItems: MAX_BATCH_ROWS,
  examples: [[{ path: '/pricing' }, { path: '/about', visitor_id: 'customer-7' }]],
});

export const HitCreated = Type.Object({ status: Type.Literal('created'), hit: CreatedHit });

export const BatchAnswer = model('BatchAnswer', {
  created_count: Type.Integer(),
  ignored_count: Type.Integer(),
  error_count: Type.Integer(),
  results: Type.Array(
    Type.Union([
      Type.Object({ index: Type.Integer(), status: Type.Literal('created'), id: Id }),
      Type.Object({ index: Type.Integer(), status: Type.Literal('ignored'), reason: Type.String() }),
      Type.Object({
        index: Type.Integer(),
        status: Type.Literal('error'),
        errors: Type.Array(Type.String()),
      }),
    ]),
  ),
});

export const ListHits = Type.Object({
  ...periodQuery,
  country: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{2}$', description: 'exact', allowed: 'a two-letter country code' }),
  ),
  path: Type.Optional(Type.String({ description: 'exact' })),
  referrer: Type.Optional(Type.String({ description: 'part of it, case ignored' })),
  grouped: Type.Optional(Type.Boolean({ description: 'counts instead of hits' })),
  group_by: Type.Optional(
    oneOf(HIT_GROUPINGS, { description: 'asks for grouped counts, by `path` when left out' }),
  ),
  interval: Type.Optional(oneOf(INTERVALS, { description: 'of `group_by=date`; `day` when left out' })),
  ...pageQuery({ maximum: 1000 }),
});
export type HitsQuery = Static<typeof ListHits>;

const Filters = Type.Object({
  start_date: Type.String(),
  end_date: Type.String(),
  time_zone: Type.String(),
  country: nullable(Type.String()),
  path: nullable(Type.String()),
  referrer: nullable(Type.String()),
  grouped: nullable(Type.Boolean()),
  group_by: nullable(Type.String()),
  interval: nullable(Type.String()),
});

const Summary = model('HitsSummary', {
  total_hits: Type.Integer(),
  unique_visitors: Type.Integer(),
  distinct_paths: Type.Integer(),
});

const PathRow = Type.Object({
  path: Type.String(),
  views: Type.Integer(),
  unique_views: Type.Optional(
    Type.Integer({ description: 'absent when the site does not track unique hits' }),
  ),
});
const DateRow = Type.Object({ date: Type.String(), hit_count: Type.Integer() });
const CountRow = Type.Object(
  { hit_count: Type.Integer() },
  {
    additionalProperties: nullable(Type.String()),
    description: 'the grouping field (null for hits without a value) and its count',
  },
);

const frame = { pagination: Pagination, filters: Filters, summary: Summary };
export const HitList = Type.Union([
  Type.Object({ hits: Type.Array(Hit), ...frame }),
  Type.Object({ grouped_hits: Type.Array(Type.Union([PathRow, DateRow, CountRow])), ...frame }),
]);

/** A hit as the wire has it. */
export const presentHit = (hit: StoredHit, siteUrl: string): Static<typeof Hit> => ({
  id: hit.id,
  url: hit.url ?? joinUrl(siteUrl, hit.path ?? ''),
  path: hit.path ?? '',
  referrer: hit.referrer,
  country: hit.country,
  browser_name: hit.browserName,
  platform_name: hit.platformName,
  is_mobile: hit.isMobile,
  source: hit.source,
  created_at: hit.createdAt.toISOString(),
});

/** 64 bits as 16 hex digits. */
export const presentHash = (hash: bigint | null): string | null =>
  hash === null ? null : hash.toString(16).padStart(16, '0');

/** A group as the wire has it. */
export function presentGroup(row: GroupRow, grouping: Exclude<HitGrouping, 'date'>, tracksUniques: boolean) {
  if (grouping !== 'path') return { [grouping]: row.key, hit_count: row.hits };
  return { path: row.key ?? '', views: row.hits, ...(tracksUniques ? { unique_views: row.uniqueHits } : {}) };
}

export const presentSummary = (totals: Totals): Static<typeof Summary> => ({
  total_hits: totals.hits,
  unique_visitors: totals.visitors,
  distinct_paths: totals.paths,
});
