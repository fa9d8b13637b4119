import type { Clock } from '../../core/clock.ts';
import { notFound, tooMany, unlessRefused } from '../../core/errors.ts';
import { withPages, writeCondition } from '../../core/goals/condition.ts';
import { parseGoalCondition } from '../../core/goals/parse.ts';
import type { FunnelOrder } from '../../core/hits/funnels.ts';
import type { PageRule } from '../../core/hits/page-rules.ts';
import { validateBody } from '../../http/validate.ts';
import { isChange } from '../../lib/is-change.ts';
import { CreateFunnel, type FunnelInput } from './schema.ts';
import type { Funnel, FunnelRow, FunnelStep, FunnelsStore } from './store.ts';

/** Funnels of a site at most. */
const MAX_FUNNELS = 100;

/** What of a funnel may be changed. */
type Written = Pick<FunnelRow, 'name' | 'order' | 'withinMinutes' | 'steps'>;

const parseSteps = (steps: NonNullable<FunnelInput['steps']>): string =>
  writeSteps(
    steps.map(({ name, ...fields }, index) => ({
      name: name?.trim() || null,
      condition: parseGoalCondition(fields, `steps.${index}.`),
    })),
  );

/** Formats steps for storage. */
const writeSteps = (steps: readonly FunnelStep[]): string =>
  JSON.stringify(
    steps.map(({ name, condition }) => ({ name, condition: JSON.parse(writeCondition(condition)) })),
  );

const DEFAULT_ORDER: FunnelOrder = 'loose';

/** Converts the sent fields of a body to columns. 422 for a step that is no condition. */
const toWritten = ({ name, order, within_minutes: withinMinutes, steps }: FunnelInput): Partial<Written> => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(order === undefined ? {} : { order }),
  ...(withinMinutes === undefined ? {} : { withinMinutes }),
  ...(steps === undefined ? {} : { steps: parseSteps(steps) }),
});

/** Funnels of a site: steps that its visitors are to take. */
export function createFunnelsService({
  store,
  findPageRules,
  clock,
}: {
  readonly store: FunnelsStore;
  readonly findPageRules: (siteId: number) => readonly PageRule[];
  readonly clock: Clock;
}) {
  const toFunnel = (row: FunnelRow): Funnel => ({
    ...row,
    steps: (JSON.parse(row.steps) as FunnelStep[]).map(({ name, condition }) => ({
      name,
      condition: withPages(condition, findPageRules(row.siteId)),
    })),
  });

  /** Adds a funnel. 422 for steps that are no conditions, and over the limit of funnels. */
  function create(
    siteId: number,
    input: FunnelInput & Required<Pick<FunnelInput, 'name' | 'steps'>>,
  ): Funnel {
    const written = {
      order: DEFAULT_ORDER,
      withinMinutes: null,
      ...toWritten(input),
      name: input.name.trim(),
      steps: parseSteps(input.steps),
    };
    if (store.count(siteId) >= MAX_FUNNELS) throw tooMany('a site', MAX_FUNNELS, 'funnels');
    const now = clock.now();
    return toFunnel(store.insert({ ...written, siteId, createdAt: now, updatedAt: now }));
  }

  const toKey = ({ name, order, withinMinutes, steps }: Written): string =>
    JSON.stringify([name, order, withinMinutes, steps]);

  return {
    create,

    /** Returns a funnel of a site. Throws 404 when there is none. */
    get(siteId: number, id: number): Funnel {
      const row = store.find(siteId, id);
      if (!row) throw notFound('funnel');
      return toFunnel(row);
    },

    /** Oldest first. */
    list: (siteId: number): Funnel[] => store.list(siteId).map(toFunnel),

    /** Saves what was sent; steps replace all steps. An unchanged funnel keeps its `updated_at`. */
    update(funnel: Funnel, input: FunnelInput): Funnel {
      const before = { ...funnel, steps: writeSteps(funnel.steps) };
      const change = toWritten(input);
      if (!isChange(before, change)) return funnel;
      const changed = store.update(funnel.id, { ...change, updatedAt: clock.now() });
      return changed ? toFunnel(changed) : funnel;
    },

    /** Adds what an export has of a site’s funnels; those that it has already, and what is none, are passed over. */
    restore(siteId: number, exported: readonly unknown[]): void {
      const known = new Set(store.list(siteId).map(toKey));
      for (const given of exported.slice(0, MAX_FUNNELS))
        unlessRefused(() => {
          const input = validateBody(CreateFunnel, given);
          const written = { order: DEFAULT_ORDER, withinMinutes: null, ...toWritten(input) } as Written;
          if (!known.has(toKey(written))) create(siteId, input);
          known.add(toKey(written));
        });
    },

    remove: (funnel: Funnel): void => store.remove(funnel.id),
  };
}

export type FunnelsService = ReturnType<typeof createFunnelsService>;
