import { type Static, Type } from '@sinclair/typebox';
import { AppError, invalidParameter } from '../../core/errors.ts';
import type { GoalCondition } from '../../core/goals/condition.ts';
import { CONDITION_FIELDS, NO_CONDITION, parseGoalCondition, toGoalFields } from '../../core/goals/parse.ts';
import type { GoalCounts } from '../../core/goals/query.ts';
import { isPropertyName, PROPERTY_NAME } from '../../core/hits/properties.ts';
import { presentRevenue } from '../../core/hits/revenue.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import type { View } from '../../core/view.ts';
import {
  Id,
  model,
  nullable,
  oneOf,
  parameterFamily,
  patchModel,
  repeated,
  Timestamp,
} from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { comparedFields } from '../../reports/compared-period.ts';
import { filterQuery } from '../../reports/filters.ts';
import { conditionFields, conditionInput } from '../../reports/goal-condition.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { importedField } from '../../reports/imported.ts';
import { allTimeQuery, periodFields, periodQuery } from '../../reports/period.ts';
import { propertyEcho } from '../../reports/property-filters.ts';
import { FORMATS } from '../../reports/query.ts';
import { RevenueSums } from '../../reports/revenue.ts';
import { compareQuery, periodEcho } from '../../reports/schema.ts';
import { average } from '../../reports/visits.ts';
import type { Goal as SavedGoal } from './store.ts';

export const Goal = model('Goal', {
  id: Id,
  name: Type.String(),
  ...conditionFields,
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Name = line({ isRequired: true, maxLength: 200 });

export const CreateGoal = model(
  'CreateGoal',
  { name: Name, ...conditionInput },
  { name: 'Order placed', path: '/*/thanks' },
  { name: 'Signed up for Pro', event: 'account.created', properties: { plan: 'pro' } },
  { name: 'Read to the end', scroll_depth: 90 },
);
export const UpdateGoal = patchModel(
  'UpdateGoal',
  { name: Type.Optional(Name), ...conditionInput },
  { name: 'Order placed', event: 'order.placed' },
);
export type GoalInput = Static<typeof UpdateGoal>;

export const GoalAnswer = Type.Object({ goal: Goal });
export const GoalList = Type.Object({ goals: Type.Array(Goal, { description: 'oldest first' }) });

export const presentGoal = (goal: SavedGoal): Static<typeof Goal> => ({
  id: goal.id,
  name: goal.name,
  ...toGoalFields(goal.condition),
  created_at: goal.createdAt.toISOString(),
  updated_at: goal.updatedAt.toISOString(),
});

/** Presents a goal to a caller who may read some sections alone: what it counts may be of others. */
export const presentGoalName = (goal: SavedGoal): Static<typeof Goal> => ({
  ...presentGoal(goal),
  ...NO_CONDITION,
});

/** How often a goal was reached. */
const conversionFields = {
  conversions: Type.Integer({ description: 'views, or events, that meet the condition' }),
  visitors: Type.Integer({ description: 'distinct visitors who did' }),
  conversion_rate: nullable(Type.Number(), {
    description:
      'share of `unique_visitors` who did, in percent with one decimal; null where there are no visitors',
  }),
  revenue: RevenueSums,
};

const UniqueVisitors = Type.Integer({
  description: 'distinct visitors with a hit or event in a visit of the period that matches the filters',
});

export const GoalReportQuery = Type.Object({
  ...filterQuery(JOURNEY_FILTERS),
  ...compareQuery,
  format: Type.Optional(oneOf(FORMATS, { description: '`csv`: a row for each goal, as a file' })),
  ...periodQuery,
  ...allTimeQuery,
});

const Figures = Type.Array(Type.Object({ goal: Goal, ...conversionFields }), { description: 'oldest first' });

export const GoalReport = model('GoalReport', {
  goals: Figures,
  unique_visitors: UniqueVisitors,
  ...importedField,
  filters: Type.Object(periodEcho(JOURNEY_FILTERS), propertyEcho),
  comparison: Type.Optional(
    Type.Object(
      { ...comparedFields, goals: Figures, unique_visitors: UniqueVisitors },
      { description: 'only with `compare`' },
    ),
  ),
});

type CountedGoal = GoalCounts['goals'][number];

const presentCounts = ({ conversions, visitors, revenue }: CountedGoal, allVisitors: number) => ({
  conversions,
  visitors,
  conversion_rate: average(visitors * 100, allVisitors, 1),
  revenue: revenue.map(presentRevenue),
});

/** Presents the figures of goals; in a view without the section of revenue, none of that. */
export const presentFigures = (
  goals: readonly SavedGoal[],
  { visitors, goals: counts }: GoalCounts,
  view: View | null = null,
) => ({
  goals: goals.flatMap((goal, index) => {
    const counted = counts[index];
    if (!counted) return [];
    const shown = {
      goal: view ? presentGoalName(goal) : presentGoal(goal),
      ...presentCounts(counted, visitors),
    };
    return [view && !view.sections.has('revenue') ? { ...shown, revenue: [] } : shown];
  }),
  unique_visitors: visitors,
});

const text = (maxLength: number, description: string) =>
  Type.Optional(line({ isRequired: true, maxLength, description }));
const { path, event, value, scroll_depth: depth } = conditionInput;

/** A condition as parameters. */
export const PreviewQuery = Type.Object({
  path: text(MAX_LENGTH.path, path.description ?? ''),
  event: text(MAX_LENGTH.event, event.description ?? ''),
  value: text(MAX_LENGTH.value, value.description ?? ''),
  properties: Type.Optional(
    parameterFamily({
      prefixes: ['property:'],
      isName: isPropertyName,
      allowed: 'property:NAME, NAME being 1 to 64 of the characters A-Z a-z 0-9 _ . -',
      maxParameters: 20,
      pattern: `^property:${PROPERTY_NAME}$`,
      parameter: repeated(Type.String()),
      description: 'each key is a parameter of its own, with `event`: `property:plan=pro`',
    }),
  ),
  scroll_depth: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: depth.description ?? '' }),
  ),
  ...periodQuery,
  ...allTimeQuery,
});

/** Returns the condition of a preview; null where nothing is asked for yet. Throws 400 for what is no condition. */
export function parsePreview(query: Static<typeof PreviewQuery>): GoalCondition | null {
  const names = Object.keys(query).filter(name => name.startsWith('property:'));
  if (names.length === 0 && CONDITION_FIELDS.every(name => query[name] === undefined)) return null;
  const values = query as Readonly<Record<string, unknown>>;
  const properties = names.map(name => [name.slice('property:'.length), (values[name] as string[])[0]]);
  try {
    return parseGoalCondition({
      ...query,
      properties: names.length > 0 ? Object.fromEntries(properties) : null,
    });
  } catch (error) {
    throw error instanceof AppError ? invalidParameter(error.message) : error;
  }
}

export const GoalPreview = model('GoalPreview', {
  preview: nullable(
    Type.Object({ ...conditionFields, ...conversionFields, unique_visitors: UniqueVisitors }),
    { description: 'null without a condition' },
  ),
  filters: Type.Object(periodFields),
});

export const presentPreview = (condition: SavedGoal['condition'], { visitors, goals }: GoalCounts) => ({
  ...toGoalFields(condition),
  ...presentCounts(goals[0] ?? { conversions: 0, visitors: 0, revenue: [] }, visitors),
  unique_visitors: visitors,
});
