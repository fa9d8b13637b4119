import type { Clock } from '../../core/clock.ts';
import { invalidParameter, tooMany, unlessRefused } from '../../core/errors.ts';
import { type GoalCondition, withPages, writeCondition } from '../../core/goals/condition.ts';
import { CONDITION_FIELDS, parseGoalCondition } from '../../core/goals/parse.ts';
import type { PageRule } from '../../core/hits/page-rules.ts';
import { validateBody } from '../../http/validate.ts';
import { isChange } from '../../lib/is-change.ts';
import { CreateGoal, type GoalInput } from './schema.ts';
import type { Goal, GoalChange, GoalRow, GoalsStore } from './store.ts';

/** Goals of a site at most: a report works all of them out at once. */
const MAX_GOALS = 100;

/** Goals of a site: what its visitors are to do. */
export function createGoalsService({
  store,
  checkUnused,
  findPageRules,
  clock,
}: {
  readonly store: GoalsStore;
  /** Throws 422 for a goal that something else needs. */
  readonly checkUnused: (goalId: number) => void;
  readonly findPageRules: (siteId: number) => readonly PageRule[];
  readonly clock: Clock;
}) {
  const readCondition = (row: GoalRow): GoalCondition =>
    withPages(JSON.parse(row.condition), findPageRules(row.siteId));
  const toGoal = (row: GoalRow): Goal => ({ ...row, condition: readCondition(row) });

  function insert(siteId: number, name: string, condition: GoalCondition): Goal {
    if (store.count(siteId) >= MAX_GOALS) throw tooMany('a site', MAX_GOALS, 'goals');
    const now = clock.now();
    const row = { siteId, name: name.trim(), condition: writeCondition(condition) };
    return toGoal(store.insert({ ...row, createdAt: now, updatedAt: now }));
  }

  return {
    find(siteId: number, id: number): Goal | undefined {
      const row = store.find(siteId, id);
      return row && toGoal(row);
    },

    /** Oldest first. */
    list: (siteId: number): Goal[] => store.list(siteId).map(toGoal),

    /** Returns the condition of the goal that a report names. Throws 400 for one that is unknown, or of another site. */
    apply(siteId: number, id: number): GoalCondition {
      const row = store.find(siteId, id);
      if (!row) throw invalidParameter(`goal must be the id of a goal of this site, got ${id}`);
      return toGoal(row).condition;
    },

    /** Adds a goal. 422 for fields that are no condition, and over the limit of goals. */
    create: (siteId: number, input: GoalInput & { readonly name: string }): Goal =>
      insert(siteId, input.name, parseGoalCondition(input)),

    /** Saves what was sent; fields of a condition replace the whole. An unchanged goal keeps its `updated_at`. */
    update(goal: Goal, input: GoalInput): Goal {
      const isCondition = CONDITION_FIELDS.some(field => input[field] !== undefined);
      const change: GoalChange = {
        ...(input.name === undefined ? {} : { name: input.name.trim() }),
        ...(isCondition ? { condition: writeCondition(parseGoalCondition(input)) } : {}),
      };
      const before = { name: goal.name, condition: writeCondition(goal.condition) };
      if (!isChange(before, change)) return goal;
      const changed = store.update(goal.id, { ...change, updatedAt: clock.now() });
      return changed ? toGoal(changed) : goal;
    },

    /** Adds what an export has of a site’s goals; those that it has already, and what is none, are passed over. */
    restore(siteId: number, exported: readonly unknown[]): void {
      const toKey = (name: string, condition: GoalCondition) =>
        JSON.stringify([name, writeCondition(condition)]);
      const known = new Set(store.list(siteId).map(row => toKey(row.name, toGoal(row).condition)));
      for (const given of exported.slice(0, MAX_GOALS))
        unlessRefused(() => {
          const input = validateBody(CreateGoal, given);
          const condition = parseGoalCondition(input);
          const key = toKey(input.name.trim(), condition);
          if (!known.has(key)) insert(siteId, input.name, condition);
          known.add(key);
        });
    },

    /** 422 for a goal that an alert watches. */
    remove(goal: Goal): void {
      checkUnused(goal.id);
      store.remove(goal.id);
    },
  };
}

export type GoalsService = ReturnType<typeof createGoalsService>;
