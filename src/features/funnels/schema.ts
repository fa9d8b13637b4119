import { type Static, Type } from '@sinclair/typebox';
import { NO_CONDITION, toGoalFields } from '../../core/goals/parse.ts';
import { FUNNEL_ORDERS, type Funnel as FunnelCounts } from '../../core/hits/funnels.ts';
import { MAX_RANGE_DAYS } from '../../core/limits.ts';
import type { View } from '../../core/view.ts';
import { Id, model, nullable, oneOf, patchModel, Timestamp } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { comparedFields } from '../../reports/compared-period.ts';
import { filterQuery } from '../../reports/filters.ts';
import { conditionFields, conditionInput } from '../../reports/goal-condition.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { importedField } from '../../reports/imported.ts';
import { allTimeQuery, periodQuery } from '../../reports/period.ts';
import { propertyEcho } from '../../reports/property-filters.ts';
import { FORMATS } from '../../reports/query.ts';
import { compareQuery, periodEcho } from '../../reports/schema.ts';
import { average } from '../../reports/visits.ts';
import type { FunnelStep, Funnel as SavedFunnel } from './store.ts';

const MIN_STEPS = 2;
const MAX_STEPS = 8;
/** Longer than any range is. */
const MAX_MINUTES = MAX_RANGE_DAYS * 24 * 60;

const order = oneOf(FUNNEL_ORDERS, {
  description: '`strict`: no view of another page between two steps; `loose` (default): anything',
});

export const Funnel = model('Funnel', {
  id: Id,
  name: Type.String(),
  order: oneOf(FUNNEL_ORDERS),
  within_minutes: nullable(Type.Integer()),
  steps: Type.Array(
    Type.Object({
      name: nullable(Type.String(), { description: 'null: reports name it by its condition' }),
      ...conditionFields,
    }),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Name = line({ isRequired: true, maxLength: 200 });
const optionalFields = {
  order: Type.Optional(order),
  within_minutes: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: MAX_MINUTES }), {
      description: 'from the first step to the last one that counts; null (default): no limit',
    }),
  ),
};
const Steps = Type.Array(
  Type.Object({ name: Type.Optional(nullable(line({ maxLength: 200 }))), ...conditionInput }),
  {
    minItems: MIN_STEPS,
    maxItems: MAX_STEPS,
    description: 'each exactly one of `path`, `event` and `scroll_depth`, as a goal is',
  },
);

export const CreateFunnel = model(
  'CreateFunnel',
  { name: Name, steps: Steps, ...optionalFields },
  {
    name: 'Order',
    steps: [{ path: '/cart' }, { path: '/checkout/**', name: 'Checkout' }, { event: 'order.paid' }],
    within_minutes: 60,
  },
);
export const UpdateFunnel = patchModel(
  'UpdateFunnel',
  { name: Type.Optional(Name), steps: Type.Optional(Steps), ...optionalFields },
  { order: 'strict', within_minutes: null },
);
export type FunnelInput = Static<typeof UpdateFunnel>;

export const FunnelAnswer = Type.Object({ funnel: Funnel });
export const FunnelList = Type.Object({ funnels: Type.Array(Funnel, { description: 'oldest first' }) });

export const presentFunnel = (funnel: SavedFunnel): Static<typeof Funnel> => ({
  id: funnel.id,
  name: funnel.name,
  order: funnel.order,
  within_minutes: funnel.withinMinutes,
  steps: funnel.steps.map(({ name, condition }) => ({ name, ...toGoalFields(condition) })),
  created_at: funnel.createdAt.toISOString(),
  updated_at: funnel.updatedAt.toISOString(),
});

/** Presents a funnel to a caller who may read some sections alone: what its steps count may be of others. */
export const presentFunnelName = (funnel: SavedFunnel): Static<typeof Funnel> => ({
  ...presentFunnel(funnel),
  steps: funnel.steps.map((step, index) => ({ name: nameHiddenStep(step, index), ...NO_CONDITION })),
});

export const FunnelReportQuery = Type.Object({
  ...filterQuery(JOURNEY_FILTERS),
  ...compareQuery,
  format: Type.Optional(oneOf(FORMATS, { description: '`csv`: a row for each step, as a file' })),
  ...periodQuery,
  ...allTimeQuery,
});

const Share = (description: string) =>
  nullable(Type.Number(), { description: `${description}, in percent with one decimal; null without any` });

const reportFields = {
  visitors: Type.Integer({
    description: 'distinct visitors of the period with a hit in a visit that matches the filters',
  }),
  steps: Type.Array(
    Type.Object({
      name: Type.String(),
      visitors: Type.Integer({ description: 'who came to this step' }),
      share_of_first: Share('of those who came to the first step'),
      share_of_previous: Share('of those who came to the step before; of the first step 100'),
      median_seconds: nullable(Type.Number(), {
        description: 'since the step before, one decimal; null for the first step, and without visitors',
      }),
      left_to: Type.Array(Type.Object({ path: nullable(Type.String()), visitors: Type.Integer() }), {
        description:
          'the next page in the same visit of those who came no further: the ten commonest, most visitors first, and those whose visit ended (`path` null)',
      }),
    }),
  ),
};

export const FunnelReport = model('FunnelReport', {
  funnel: Funnel,
  ...reportFields,
  ...importedField,
  filters: Type.Object(periodEcho(JOURNEY_FILTERS), propertyEcho),
  comparison: Type.Optional(
    Type.Object({ ...comparedFields, ...reportFields }, { description: 'only with `compare`' }),
  ),
});

/** Returns the name of a step: its own, or what its condition says. */
const nameStep = ({ name, condition }: FunnelStep): string => {
  if (name !== null) return name;
  if ('path' in condition) return condition.path;
  if ('scrollDepth' in condition) return `${condition.scrollDepth} %`;
  return condition.value === undefined ? condition.event : `${condition.event}: ${condition.value}`;
};

/** Returns the name of a step whose condition is not shown. */
const nameHiddenStep = ({ name }: FunnelStep, index: number): string => name ?? `Step ${index + 1}`;

/** Presents how far visitors came; in a view, without conditions, and next pages where it has those. */
export function presentCounts({ steps }: SavedFunnel, counts: FunnelCounts, view: View | null = null) {
  const [first] = counts.steps;
  return {
    visitors: counts.visitors,
    steps: counts.steps.flatMap((counted, index) => {
      const step = steps[index];
      if (!step) return [];
      const { visitors, medianMs, leftTo } = counted;
      const before = counts.steps[index - 1] ?? counted;
      return [
        {
          name: view ? nameHiddenStep(step, index) : nameStep(step),
          visitors,
          share_of_first: average(visitors * 100, first?.visitors ?? 0, 1),
          share_of_previous: average(visitors * 100, before.visitors, 1),
          median_seconds: medianMs === null ? null : Math.round(medianMs / 100) / 10,
          left_to: view && !view.sections.has('pages') ? [] : [...leftTo],
        },
      ];
    }),
  };
}
