/** Loads the sections of a public page that say whether the site worked. What goals and steps count is not shown: their names are. */
import type { GoalCondition } from '../../core/goals/condition.ts';
import type { Filter } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import type { AppliedSegment } from '../../core/view.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { average } from '../../reports/visits.ts';
import type { PublicPeriod } from './period.ts';
import { MAX_ROWS } from './schema.ts';

/** Funnels at most: each is a read of its own. */
const MAX_FUNNELS = 3;

export interface ConversionDeps {
  readonly hits: Pick<HitStore, 'ask'>;
  /** Lists the goals of a site, oldest first. */
  readonly goals: (siteId: number) => readonly { readonly name: string; readonly condition: GoalCondition }[];
  /** Lists the funnels of a site, oldest first. */
  readonly funnels: (siteId: number) => readonly {
    readonly name: string;
    readonly order: 'loose' | 'strict';
    readonly withinMinutes: number | null;
    readonly steps: readonly { readonly name: string | null; readonly condition: GoalCondition }[];
  }[];
}

type ParseFilters = (segment: AppliedSegment | null) => readonly Filter[];

const toShare = (visitors: number, all: number): number | null => average(visitors * 100, all, 1);

export const createConversionSections = ({ hits, goals, funnels }: ConversionDeps, parse: ParseFilters) => ({
  async goals({ id }: Site, { span }: PublicPeriod, segment: AppliedSegment | null) {
    const listed = goals(id);
    if (listed.length === 0) return { goals: [] };
    const query = {
      siteId: id,
      span,
      filters: parse(segment),
      goals: listed.map(({ condition }) => condition),
    };
    const counts = await hits.ask({ shape: 'totals', of: 'goals', ...query });
    const rows = listed.map(({ name }, index) => {
      const { conversions = 0, visitors = 0 } = counts.goals[index] ?? {};
      return { name, conversions, visitors, conversion_rate: toShare(visitors, counts.visitors) };
    });
    return { goals: rows.toSorted((a, b) => b.conversions - a.conversions).slice(0, MAX_ROWS) };
  },

  async funnels({ id }: Site, { span }: PublicPeriod, segment: AppliedSegment | null) {
    const shown = funnels(id)
      .slice(0, MAX_FUNNELS)
      .map(async ({ name, order, withinMinutes, steps }) => {
        const counts = await hits.ask({
          ...{ shape: 'flows', of: 'funnel' },
          ...{ siteId: id, span, filters: parse(segment), order, maxPaths: 0 },
          steps: steps.map(({ condition }) => condition),
          withinMs: withinMinutes === null ? null : withinMinutes * MINUTE_MS,
        });
        const [first] = counts.steps;
        const rows = counts.steps.map(({ visitors }, index) => ({
          name: steps[index]?.name ?? null,
          visitors,
          share_of_first: toShare(visitors, first?.visitors ?? 0),
        }));
        return { name, steps: rows };
      });
    return { funnels: await Promise.all(shown) };
  },
});
