import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Engagement, PageEngagement } from '../../core/hits/answers.ts';
import { CHANGE_DIMENSIONS, type ChangeDimension, type ChangeList } from '../../core/hits/change-lists.ts';
import { GROUP_ORDERS, type GroupOrder } from '../../core/hits/query.ts';
import { MIN_USUAL_WEEKS, USUAL_WEEKS } from '../../core/usual.ts';
import { model, nullable, oneOf } from '../../http/schema.ts';
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
import type { Usual } from './usual.ts';

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
        'adds `changes`: the pages, referrers, sources and countries whose count changed most; only with `compare`',
    }),
  ),
  include_hosting: Type.Optional(Type.Boolean()),
  include_usual: Type.Optional(
    Type.Boolean({
      description:
        'adds `usual`: what the same weekdays usually have; of periods of up to seven days. `changes` are those since these days then, where enough weeks are known',
    }),
  ),
  metric: Type.Optional(
    oneOf(GROUP_ORDERS, { description: 'the figure that `changes` and `usual` count; `hits` when left out' }),
  ),
  ...compareQuery,
  ...periodQuery,
  ...allTimeQuery,
});

export const DEFAULT_METRIC: GroupOrder = 'hits';

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
        "with `include_engagement`: runs of hits and events of one visitor without a pause of more than 30 minutes, within a day of the site's time zone",
    }),
  ),
  ...engagementFields,
  ...pageEngagementFields,
  pages_per_visitor: optionalNumber('two decimals'),
});

/** The counts that a metric chooses from: an answer has the one that was asked for. */
const metricFields = (description: string) => {
  const count = Type.Optional(Type.Integer({ description }));
  return { hits: count, visitors: count, visits: count } satisfies Record<GroupOrder, TSchema>;
};

const earlierFields = (description: string) => {
  const { hits, visitors, visits } = metricFields(description);
  return { previous_hits: hits, previous_visitors: visitors, previous_visits: visits };
};

const change = <Key extends ChangeDimension>(key: Key, schema: TSchema) =>
  Type.Array(
    Type.Object({
      [key]: schema,
      ...metricFields('the one that `metric` names'),
      ...earlierFields('in the days that it is compared with'),
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
      data_since: nullable(Type.String(), {
        description: "the day of the site's first hit, where all of these days are before it",
      }),
      figures: FiguresModel,
    }),
  ),
  changes: Type.Optional(Changes),
  hosting_share: Type.Optional(
    Type.Number({ description: 'of hits from hosting networks, from a tenth on' }),
  ),
  usual: Type.Optional(
    nullable(
      Type.Object({
        ...metricFields('of the same weekdays of the week with the median count'),
        start_date: Type.String({ description: 'its days' }),
        end_date: Type.String(),
        weeks: Type.Integer({
          minimum: MIN_USUAL_WEEKS,
          maximum: USUAL_WEEKS,
          description: 'number of weeks before the period that it was chosen from',
        }),
      }),
      {
        description:
          'only with `include_usual`; null for more than seven days, and in the first three weeks of a site',
      },
    ),
  ),
  filters: Type.Object({ ...periodEcho(HIT_FILTERS), ...attributionEcho }, propertyEcho),
});

export const presentChanges = (
  changes: Readonly<Record<ChangeList, readonly Change[]>>,
  metric: GroupOrder,
) =>
  Object.fromEntries(
    Object.entries(CHANGE_DIMENSIONS).map(([list, dimension]) => [
      list,
      changes[list as ChangeList].map(({ key, count, countBefore }) => ({
        [dimension]: key,
        [metric]: count,
        [`previous_${metric}`]: countBefore,
      })),
    ]),
  );

export const presentUsual = ({ count, period, weeks }: Usual, metric: GroupOrder) => ({
  [metric]: count,
  start_date: period.first,
  end_date: period.last,
  weeks,
});

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
