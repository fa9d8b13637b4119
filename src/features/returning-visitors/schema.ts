import { type Static, Type } from '@sinclair/typebox';
import type { ReturnedVisitors } from '../../core/hits/returning-visitors.ts';
import { Day, model, oneOf } from '../../http/schema.ts';
import { addDays, WEEK_STARTS } from '../../lib/time.ts';

export const DEFAULTS = { weeks: 12, weekStart: 'monday' } as const;
const MAX_WEEKS = 53;

export const ReturningVisitorsParams = Type.Object({
  weeks: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_WEEKS,
      description: `the current one and those before it, ${DEFAULTS.weeks} when left out`,
    }),
  ),
  week_start: Type.Optional(oneOf(WEEK_STARTS, { description: `${DEFAULTS.weekStart} when left out` })),
});

const Count = Type.Integer({ minimum: 0 });

export const ReturningVisitorsAnswer = model(
  'ReturningVisitors',
  {
    weeks: Type.Array(
      Type.Object({
        start_date: Day,
        visitors: Type.Integer({ minimum: 0, description: 'identified ones with a hit in the week' }),
        new_visitors: Type.Integer({ minimum: 0, description: 'those without a hit before it' }),
        returning_visitors: Count,
        returned: Type.Array(Count, {
          description: 'of `new_visitors`: those who came in the week after, the one after that and so on',
        }),
      }),
      { description: 'oldest first; the last one is not over' },
    ),
  },
  {
    weeks: [
      { start_date: '2026-03-02', visitors: 48, new_visitors: 20, returning_visitors: 28, returned: [9] },
    ],
  },
);

/** Presents weeks from the visitors who came in them. */
export const presentReturningVisitors = (
  cells: readonly ReturnedVisitors[],
  { firstDay, weeks }: { readonly firstDay: string; readonly weeks: number },
): Static<typeof ReturningVisitorsAnswer> => ({
  weeks: Array.from({ length: weeks }, (_, week) => {
    const ofWeek = cells.filter(cell => cell.week === week);
    const visitors = ofWeek.reduce((sum, cell) => sum + cell.visitors, 0);
    const countOf = (later: number): number =>
      cells.find(cell => cell.firstWeek === week && cell.week === later)?.visitors ?? 0;
    const isNew = countOf(week);
    return {
      start_date: addDays(firstDay, 7 * week),
      visitors,
      new_visitors: isNew,
      returning_visitors: visitors - isNew,
      returned: Array.from({ length: weeks - week - 1 }, (_, index) => countOf(week + index + 1)),
    };
  }),
});
