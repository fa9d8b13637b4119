import { type Static, Type } from '@sinclair/typebox';
import type { GroupRow, SeriesBucket } from '../../core/hits/answers.ts';
import { parseProperties } from '../../core/hits/properties.ts';
import type { Dimension } from '../../core/hits/query.ts';
import type { StoredHit } from '../../core/hits/row.ts';
import { Id, model, nullable, Timestamp } from '../../http/schema.ts';
import {
  batchSchema,
  hashFields,
  PagePath,
  PropertiesField,
  propertiesField,
  visitFields,
} from '../../ingest/endpoint-schema.ts';
import { joinUrl } from '../../lib/url.ts';
import { columnFields } from '../../reports/column-fields.ts';
import { conversionCounts, goalQuery } from '../../reports/goals.ts';
import { HIT_FILTERS, HIT_GROUPINGS } from '../../reports/hit-filters.ts';
import type { ReportRequest } from '../../reports/query.ts';
import {
  countRow,
  dateRow,
  optionalCounts,
  reportFields,
  reportParams,
  totalsFields,
} from '../../reports/schema.ts';
import {
  engagementFields,
  pageEngagementFields,
  visitorCounts,
  visitParams,
  visitsField,
} from '../../reports/visits.ts';

const ownFields = {
  id: Id,
  url: Type.String(),
  path: Type.String(),
  referrer: nullable(Type.String()),
  country: Type.String({ description: 'two capitals; `XX` when unknown' }),
};
const stored = columnFields('hit', ownFields);
const hitFields = {
  ...ownFields,
  ...stored.fields,
  properties: PropertiesField,
  created_at: Timestamp,
};

export const Hit = model('Hit', hitFields);
export const HIT_COLUMNS = Object.keys(hitFields);

export const CreatedHit = model('CreatedHit', { ...hitFields, ...hashFields });

/** Documents what `ingest/parse-write.ts` checks. */
export const CreateHit = model(
  'CreateHit',
  { path: PagePath, ...visitFields, ...propertiesField },
  { path: '/pricing', country: 'DE', referrer: 'https://news.example/today', visitor_id: 'customer-7' },
);

export const CreateHits = batchSchema(CreateHit, [
  { path: '/pricing' },
  { path: '/about', visitor_id: 'customer-7', properties: { plan: 'pro', logged_in: true } },
]);

export const ListHits = Type.Object({
  ...reportParams({ filters: HIT_FILTERS, groupings: HIT_GROUPINGS, defaultGrouping: 'path', rows: 'hits' }),
  include_uniques: Type.Optional(
    Type.Boolean({ description: 'groups carry `unique_hits` too, but those of entry and exit pages' }),
  ),
  ...visitParams,
  ...goalQuery,
  include_engagement: Type.Optional(
    Type.Boolean({
      description:
        'buckets of `group_by=date` carry bounce rate, duration and views per visit, of the visits with hits in them, each as a whole; groups by path, and the summary of a list, for how long and how far pages were read',
    }),
  ),
});

const { unique_hits } = optionalCounts;
const visitCounts = { ...visitorCounts, ...conversionCounts };
const groupCounts = { unique_hits, ...visitCounts };
const PathRow = Type.Object({
  path: Type.String(),
  views: Type.Integer(),
  unique_views: Type.Optional(
    Type.Integer({ description: 'absent when the site does not track unique hits' }),
  ),
  ...groupCounts,
  ...pageEngagementFields,
});
const DateRow = dateRow('hit_count', { ...optionalCounts, ...visitCounts, ...engagementFields });
const GroupRows = Type.Array(
  Type.Union([PathRow, DateRow, countRow('hit_count', groupCounts), countRow('visitor_count', visitCounts)]),
);

const frame = reportFields({
  filters: HIT_FILTERS,
  visitFilters: {},
  summary: model('HitsSummary', {
    ...totalsFields,
    ...visitsField,
    ...conversionCounts,
    ...pageEngagementFields,
  }),
  groupsName: 'grouped_hits',
  groups: GroupRows,
});
export const HitList = Type.Union([
  Type.Object({ hits: Type.Array(Hit), ...frame }),
  Type.Object({ grouped_hits: GroupRows, ...frame }),
]);

export const presentHit = (hit: StoredHit, siteUrl: string): Static<typeof Hit> => ({
  id: hit.id,
  url: hit.url ?? joinUrl(siteUrl, hit.path ?? ''),
  path: hit.path ?? '',
  referrer: hit.referrer,
  country: hit.country,
  ...stored.present(hit),
  properties: parseProperties(hit.properties),
  created_at: hit.createdAt.toISOString(),
});

type ReportContext = Pick<ReportRequest, 'site' | 'query'>;

/** Presents a group; entry and exit pages of visitors count those. Source: api-v1, Hit, Grouped rows. */
export function presentGroup(
  { key, hits, uniqueHits }: GroupRow,
  by: Dimension,
  { site, query }: ReportContext,
) {
  const isVisitorsPage = (by === 'entry_page' || by === 'exit_page') && query.attribution !== 'visit';
  if (isVisitorsPage) return { [by]: key, visitor_count: hits };
  const unique_hits = site.trackUniques ? uniqueHits : null;
  const requested = query.include_uniques ? { unique_hits } : {};
  if (by !== 'path') return { [by]: key, hit_count: hits, ...requested };
  return {
    path: key ?? '',
    views: hits,
    ...(site.trackUniques ? { unique_views: uniqueHits } : {}),
    ...requested,
  };
}

/** Presents the counts of a bucket. */
export function presentBucket(
  { hits, visitors = 0, uniqueHits }: SeriesBucket,
  { site, query }: ReportContext,
) {
  if (!query.include_visitors) return { hit_count: hits };
  return { hit_count: hits, visitors, unique_hits: site.trackUniques ? uniqueHits : null };
}
