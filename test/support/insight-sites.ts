/** Sites with a history, and runs of the insights job. */
import type { NewHit } from '../../src/core/hits/row.ts';
import { addDays } from '../../src/lib/time.ts';
import { aHit } from './hit-rows.ts';
import type { TestServer } from './server.ts';

/** Writes so many hits for each of the days up to one, spread over the day. */
export async function fillDays(
  server: TestServer,
  siteId: number,
  {
    until,
    counts,
    make = () => ({}),
  }: {
    readonly until: string;
    /** Oldest first. */
    readonly counts: readonly number[];
    /** Fields of a hit, by its number on the day and the days from it to the last one. */
    readonly make?: (number: number, ago: number) => Partial<NewHit>;
  },
): Promise<void> {
  const rows = counts.flatMap((count, index) => {
    const ago = counts.length - 1 - index;
    const startMs = Date.parse(`${addDays(until, -ago)}T00:00:00Z`);
    return Array.from({ length: count }, (_, number) =>
      aHit({
        siteId,
        createdAt: new Date(startMs + Math.floor((86_400_000 * (number + 0.5)) / count)),
        visitor: BigInt(index * 100_000 + number + 1),
        ...make(number, ago),
      }),
    );
  });
  await server.services.stores.hits.append(rows);
}

/** A site of the owner's with the same number of hits on each of 14 days up to 10 March 2026. */
export async function aReadSite(server: TestServer, hitsADay = 20, key?: string): Promise<number> {
  const { id } = await server.given.site({}, key);
  await fillDays(server, id, { until: '2026-03-10', counts: new Array<number>(14).fill(hitsADay) });
  return id;
}

/** Moves the clock to an instant and generates what is due. */
export async function generateAt(server: TestServer, instant: string): Promise<void> {
  server.clock.set(instant);
  await server.job('insights.generate');
}

export const insightsOf = async (server: TestServer, id: number, query = '', key?: string) =>
  (await server.api('GET', `/sites/${id}/insights${query}`, key === undefined ? {} : { key })).body;

/** Days that a site has insights about, newest first. */
export const datesOf = async (server: TestServer, id: number, key?: string): Promise<string[]> =>
  (await insightsOf(server, id, '', key)).insights.map(
    (insight: { insights_for_date: string }) => insight.insights_for_date,
  );
