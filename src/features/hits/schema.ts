import { type Static, Type } from '@sinclair/typebox';
import type { GroupRow, StoredHit, Totals } from '../../core/hit-store.ts';
import { batchOf, hashFields, PagePath, visitFields } from '../../http/ingestion.ts';
import {
  CountryFilter,
  countRow,
  dateRow,
  ExactFilter,
  groupQuery,
  listQuery,
  reportFrame,
} from '../../http/report-schema.ts';
import { Id, model, nullable, Timestamp } from '../../http/schema.ts';
import { joinUrl } from '../../lib/url.ts';

/** What hits can be grouped by. Source: api-v1, Hits. */
const HIT_GROUPINGS = [
  'path',
  'country',
  'referrer',
  'browser_name',
  'platform_name',
  'source',
  'date',
] as const;

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

export const CreatedHit = model('CreatedHit', { ...hitFields, ...hashFields });

/** Documents what `ingest/accept.ts` checks. */
export const CreateHit = model(
  'CreateHit',
  { path: PagePath, ...visitFields },
  { path: '/pricing', country: 'DE', referrer: 'https://news.example/today', visitor_id: 'customer-7' },
);

export const CreateHits = batchOf(CreateHit, [
  { path: '/pricing' },
  { path: '/about', visitor_id: 'customer-7' },
]);

export const ListHits = Type.Object({
  country: CountryFilter,
  path: ExactFilter,
  referrer: Type.Optional(Type.String({ description: 'part of it, case ignored' })),
  ...groupQuery(HIT_GROUPINGS, { rows: 'hits', standard: 'path' }),
  ...listQuery,
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
const GroupRows = Type.Array(Type.Union([PathRow, dateRow('hit_count'), countRow('hit_count')]));

const frame = reportFrame({ filters: ['country', 'path', 'referrer'], isGrouped: true, summary: Summary });
export const HitList = Type.Union([
  Type.Object({ hits: Type.Array(Hit), ...frame }),
  Type.Object({ grouped_hits: GroupRows, ...frame }),
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

/** A path as the wire has it, with its views. */
export const presentPath = (row: GroupRow, tracksUniques: boolean) => ({
  path: row.key ?? '',
  views: row.hits,
  ...(tracksUniques ? { unique_views: row.uniqueHits } : {}),
});

export const presentSummary = (totals: Totals): Static<typeof Summary> => ({
  total_hits: totals.hits,
  unique_visitors: totals.visitors,
  distinct_paths: totals.paths,
});
