import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Engagement, PageEngagement } from '../../core/hits/answers.ts';
import { CHANGE_DIMENSIONS, type ChangeDimension, type ChangeList } from '../../core/hits/change-lists.ts';
import { model, nullable } from '../../http/schema.ts';
import { comparedFields } from '../../reports/compared-period.ts';
import { filterQuery } from '../../reports/filters.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { importedField } from '../../reports/imported.ts';
import { allTimeQuery, periodQuery } from '../../reports/period.ts';
import { propertyEcho } from '../../reports/property-filters.ts';
import { compareQuery, periodEcho } from '../../reports/schema.ts';
import {
  attributionEcho,
  attributionQuery,
  average,
  engagementFields,
  pageEngagementFields,
  presentEngagement,
  presentPageEngagement,
} from '../../reports/visits.ts';
import type { Change } from './changes.ts';
import type { Figures } from './service.ts';

export const OverviewQuery = Type.Object({
  ...filterQuery(HIT_FILTERS),
  ...attributionQuery,
  include_engagement: Type.Optional(
    Type.Boolean({
      description:
        'whether figures include visits, bounce rate, duration, views per visit, pages per visitor',
    }),
  ),
  include_page_engagement: Type.Optional(
    Type.Boolean({ description: 'whether figures include for how long and how far pages were read' }),
  ),
  include_changes: Type.Optional(
    Type.Boolean({
      description:
        'adds `changes`: the pages, referrers, sources and countries whose hits changed most; only with `compare`',
    }),
  ),
  include_usual: Type.Optional(
    Type.Boolean({
      description:
        'adds `usual`: how many hits the same weekdays usually have; of periods of up to seven days',
    }),
  ),
  ...compareQuery,
  ...periodQuery,
  ...allTimeQuery,
});

const optionalNumber = (description: string) => Type.Optional(nullable(Type.Number(), { description }));

const hideable = (description: string) =>
  nullable(Type.Integer(), { description: `${description}; null for who may not see it` });

const FiguresModel = model('OverviewFigures', {
  hits: Type.Integer(),
  unique_hits: nullable(Type.Integer(), { description: 'null where unique hits are not tracked' }),
  visitors: Type.Integer(),
  events: hideable('filtered by what events have, with `attribution=visit` also by what their visits have'),
  kudos: hideable('filtered by path alone'),
  agent_visits: hideable('filtered by path and country alone'),
  visits: Type.Optional(
    Type.Integer({
      description:
        'with `include_engagement`: runs of hits and events of one visitor without a pause of more than 30 minutes, within a UTC day',
    }),
  ),
  ...engagementFields,
  ...pageEngagementFields,
  pages_per_visitor: optionalNumber('two decimals'),
});

const change = <Key extends ChangeDimension>(key: Key, schema: TSchema) =>
  Type.Array(
    Type.Object({
      [key]: schema,
      hits: Type.Integer(),
      previous_hits: Type.Integer({ description: 'in the period that it is compared with' }),
    }),
  );

const Changes = Type.Object(
  {
    pages: change('path', Type.String()),
    referrers: change('referrer_host', nullable(Type.String(), { description: 'null: hits without one' })),
    sources: change('source', nullable(Type.String(), { description: 'null: hits without one' })),
    countries: change('country', Type.String()),
  },
  {
    description:
      'only with `include_changes`: at most five of each, the largest change first, among the hundred commonest of either period',
  },
);

export const OverviewAnswer = model('Overview', {
  figures: FiguresModel,
  ...importedField,
  comparison: nullable(
    Type.Object({
      ...comparedFields,
      ...importedField,
      figures: FiguresModel,
    }),
  ),
  changes: Type.Optional(Changes),
  usual: Type.Optional(
    nullable(
      Type.Object({
        hits: Type.Integer({ description: 'median of the same weekdays of earlier weeks' }),
        weeks: Type.Integer({ minimum: 1, maximum: 8, description: 'so many weeks, up to the last eight' }),
      }),
      {
        description:
          'only with `include_usual`; null for more than seven days, and in the first week of a site',
      },
    ),
  ),
  filters: Type.Object({ ...periodEcho(HIT_FILTERS), ...attributionEcho }, propertyEcho),
});

export const presentChanges = (changes: Readonly<Record<ChangeList, readonly Change[]>>) =>
  Object.fromEntries(
    Object.entries(CHANGE_DIMENSIONS).map(([list, dimension]) => [
      list,
      changes[list as ChangeList].map(({ key, hits, hitsBefore }) => ({
        [dimension]: key,
        hits,
        previous_hits: hitsBefore,
      })),
    ]),
  );

/** How all pages together were read, where any reported it; null where that is not asked for. */
type PagesRead = readonly PageEngagement[] | null;

export const presentFigures = (
  { agentVisits, uniqueHits, ...figures }: Figures,
  engagement: Engagement | null,
  {
    trackUniques,
    pages,
    shows,
  }: {
    readonly trackUniques: boolean;
    readonly pages: PagesRead;
    readonly shows: (section: 'events' | 'kudos' | 'agents') => boolean;
  },
): Static<typeof FiguresModel> => ({
  hits: figures.hits,
  unique_hits: trackUniques ? uniqueHits : null,
  visitors: figures.visitors,
  events: shows('events') ? figures.events : null,
  kudos: shows('kudos') ? figures.kudos : null,
  agent_visits: shows('agents') ? agentVisits : null,
  ...(engagement && {
    visits: engagement.visits,
    ...presentEngagement(engagement),
    pages_per_visitor: average(engagement.hits, engagement.visitors, 2),
  }),
  ...(pages && presentPageEngagement(pages[0])),
});
