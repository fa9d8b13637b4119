/** Sums of the demonstration data by day and value, as tools without single visits have them. */
import { type DemoVisit, isView } from './visits.ts';

/** What a tool counts of a day and value. */
export interface Sums {
  visitors: number;
  visits: number;
  views: number;
  bounces: number;
  seconds: number;
}

/** A day, one value for each of the keys, and what it counts. */
export type SumRow = Readonly<Record<string, string>> & { readonly date: string };

/** Adds up visits by day and the values that `keysOf` gives them; a visit has all of its page views there. */
export const sumVisits = (
  visits: readonly DemoVisit[],
  keysOf: (visit: DemoVisit) => Readonly<Record<string, string>> = () => ({}),
) =>
  addUp(
    visits.map(visit => {
      const views = visit.actions.filter(isView).length;
      const seconds = Math.round((+(visit.actions.at(-1)?.at ?? 0) - +(visit.actions[0]?.at ?? 0)) / 1000);
      const sums = { visitors: 1, visits: 1, views, bounces: views === 1 ? 1 : 0, seconds };
      return [{ date: visit.day, ...keysOf(visit) }, sums];
    }),
  );

/** Adds up what visits did, action by action; a visitor counts once for each value of a day. */
export function sumActions(
  visits: readonly DemoVisit[],
  keysOf: (action: DemoVisit['actions'][number], visit: DemoVisit) => Readonly<Record<string, string>>,
) {
  return addUp(
    visits.flatMap(visit => {
      const known = new Set<string>();
      return visit.actions.map((action): [SumRow, Sums] => {
        const keys = { date: visit.day, ...keysOf(action, visit) };
        const name = JSON.stringify(keys);
        const first = known.has(name) ? 0 : 1;
        known.add(name);
        return [keys, { visitors: first, visits: first, views: 1, bounces: 0, seconds: 0 }];
      });
    }),
  );
}

function addUp(rows: readonly (readonly [SumRow, Sums])[]): { keys: SumRow; sums: Sums }[] {
  const byKey = new Map<string, { keys: SumRow; sums: Sums }>();
  for (const [keys, sums] of rows) {
    const name = JSON.stringify(keys);
    const known = byKey.get(name);
    if (!known) byKey.set(name, { keys, sums: { ...sums } });
    else for (const measure of Object.keys(sums) as (keyof Sums)[]) known.sums[measure] += sums[measure];
  }
  return [...byKey.values()].toSorted((a, b) => (a.keys.date < b.keys.date ? -1 : 1));
}
