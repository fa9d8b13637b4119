/** Makes the insights that are due: looks at the numbers of each site once a day, and keeps what it finds. */

import type { Clock } from '../../core/clock.ts';
import type { Site } from '../../core/site.ts';
import type { Day } from '../../core/span.ts';
import { addDays } from '../../lib/time.ts';
import { detect, listDoubtful } from './detect/detect.ts';
import { WINDOW_DAYS, windowOf } from './detect/figures.ts';
import { sum } from './detect/statistics.ts';
import { lastDay } from './due.ts';
import { type DayFrame, type FigureReader, frameOf, type Given } from './gather.ts';
import type { Known } from './happenings.ts';
import type { Rephrase } from './rephrase.ts';
import { LEAST_HITS, NEWS_DAYS } from './rules.ts';
import { newsOf, type Snapshot, snapshotOf } from './snapshot.ts';
import type { InsightRow, InsightsStore, NewInsight } from './store.ts';
import { composeTexts } from './texts/compose.ts';
import type { Story } from './texts/story.ts';

export interface GenerateDeps {
  readonly store: InsightsStore;
  readonly reader: FigureReader;
  /** Sites with insights switched on whose owners' plans include them, each with its owner's zone. */
  readonly listSites: () => readonly { readonly site: Site; readonly zone: string }[];
  readonly find: (siteId: number) => Site | undefined;
  /** What the owner noted in a span and the day around it, and when the site was down in it, oldest first. */
  readonly knownOf: (siteId: number, span: { readonly start: Date; readonly end: Date }) => Known[];
  /** Undefined: no model is set up. */
  readonly rephrase: Rephrase | undefined;
  /** Tells of an insight; called within the transaction that keeps it. */
  readonly tell: (insight: InsightRow, site: Site) => void;
  readonly clock: Clock;
}

/** A site that is due, and what it is to be about. */
interface Turn {
  readonly site: Site;
  readonly zone: string;
  readonly day: Day;
  /** When it was made, where that is not now. */
  readonly at?: Date;
}

/** Sites whose days are asked for at once. */
const CHUNK = 200;

const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, at) =>
    items.slice(at * CHUNK, (at + 1) * CHUNK),
  );

export function createGenerate(deps: GenerateDeps) {
  const { store, reader } = deps;
  const generateOne = createGenerateOne(deps);

  /** Sites whose last due time has passed since they were looked at; of several days missed the last one. */
  function listDue(now: Date): Turn[] {
    const turns = store.listTurns();
    const lastDays = new Map<string, ReturnType<typeof lastDay>>();
    return deps.listSites().flatMap(({ site, zone }) => {
      const last = lastDays.get(zone) ?? lastDay(now, zone);
      lastDays.set(zone, last);
      // A site that was not there at that time has missed nothing.
      if (site.createdAt > last.dueAt || (turns.get(site.id) ?? '') >= last.day) return [];
      return [{ site, zone, day: last.day }];
    });
  }

  /** Turns of the same days; what they have too little of is settled at once. */
  async function generateChunk(
    turns: readonly Turn[],
    frame: DayFrame,
    signal: AbortSignal,
  ): Promise<{ made: number; failures: unknown[] }> {
    const ids = turns.map(({ site }) => site.id);
    const daily = await reader.daysOf(ids, frame, { signal });
    const hitsOf = (siteId: number): number[] => daily.get(siteId) ?? frame.days.map(() => 0);
    const isEnough = ({ site }: Turn): boolean => sum(hitsOf(site.id).slice(-WINDOW_DAYS)) >= LEAST_HITS;
    store.transaction(() => {
      for (const turn of turns) if (!isEnough(turn)) store.putTurn(turn.site.id, turn.day);
    });
    const done = { made: 0, failures: [] as unknown[] };
    const enough = turns.filter(isEnough);
    const weeks = await reader.weeksOf(
      enough.map(({ site }) => site.id),
      frame,
      { signal },
    );
    for (const turn of enough) {
      if (signal.aborted) break;
      try {
        const insight = await generateOne(turn, { ...frame, weeks, hits: hitsOf(turn.site.id) }, signal);
        if (insight) done.made++;
      } catch (error) {
        if (!signal.aborted) done.failures.push(error);
      }
    }
    return done;
  }

  return {
    /** Whether a site with insights switched on has been looked at as of its last due time, or was not there then. */
    isUpToDate(site: Site, zone: string, now: Date): boolean {
      const last = lastDay(now, zone);
      return site.createdAt > last.dueAt || (store.findTurn(site.id) ?? '') >= last.day;
    },

    /** Makes what is due by now. One site that fails does not hold up the others; it is tried again at the next run. */
    async generateDue(now: Date, signal: AbortSignal): Promise<{ looked_at: number; made: number }> {
      const due = listDue(now);
      const done = { looked_at: due.length, made: 0 };
      const failures: unknown[] = [];
      for (const turns of Map.groupBy(due, ({ zone, day }) => `${zone} ${day}`).values()) {
        const [first] = turns;
        if (!first) continue;
        const frame = frameOf(first.day, first.zone);
        for (const chunk of chunksOf(turns)) {
          if (signal.aborted) return done;
          try {
            const { made, failures: failed } = await generateChunk(chunk, frame, signal);
            done.made += made;
            failures.push(...failed);
          } catch (error) {
            if (!signal.aborted) failures.push(error);
          }
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} failures: their sites have no insight yet`);
      return done;
    },

    /** Makes the insight about a day in the past as if it had been made then; for demonstrations. */
    async generateFor(turn: Required<Turn>): Promise<InsightRow | undefined> {
      const { site, zone, day } = turn;
      const frame = frameOf(day, zone);
      const { signal } = new AbortController();
      const daily = await reader.daysOf([site.id], frame, { signal });
      const hits = daily.get(site.id) ?? frame.days.map(() => 0);
      if (sum(hits.slice(-WINDOW_DAYS)) < LEAST_HITS) return undefined;
      const weeks = await reader.weeksOf([site.id], frame, { signal });
      return generateOne(turn, { ...frame, weeks, hits }, signal);
    },
  };
}

/** Makes one insight; undefined where there is one already, or the site has gone meanwhile. */
function createGenerateOne({ store, reader, knownOf, rephrase, find, tell, clock }: GenerateDeps) {
  function keep(insight: NewInsight, site: Site): InsightRow | undefined {
    let kept: InsightRow | undefined;
    store.transaction(() => {
      kept = store.insert(insight);
      store.putTurn(site.id, insight.forDate);
      if (kept) tell(kept, site);
    });
    return kept;
  }

  return async (
    { site, zone, day, at }: Turn,
    frame: Omit<Given, 'known'>,
    signal: AbortSignal,
  ): Promise<InsightRow | undefined> => {
    const generatedAt = at ?? clock.now();
    const window = windowOf(frame);
    const known = knownOf(site.id, window);
    const subject = { siteId: site.id, host: new URL(site.url).hostname.replace(/^www\./, '') };
    const figures = await reader.figuresOf(subject, { ...frame, known }, { signal });
    const earlier = await reader.earlierOf(subject, figures, listDoubtful(figures), { signal });
    const told = store
      .listSignalsSince(site.id, addDays(day, -NEWS_DAYS))
      .flatMap(signals => JSON.parse(signals) as Snapshot[]);
    const story: Story = {
      site,
      zone,
      figures,
      findings: newsOf(detect(figures, earlier), told),
      signals: known.flatMap(({ kind, title, span }) =>
        kind === 'signal' && span.start <= generatedAt ? [{ title, occurredAt: span.start }] : [],
      ),
      downtimes: known.flatMap(({ kind, span }) => (kind === 'downtime' ? [within(span, window)] : [])),
    };
    const composed = composeTexts(story);
    const rephrased = await rephrase?.(story, signal);
    // What a stopping server has not kept is made by the next one.
    signal.throwIfAborted();
    const current = find(site.id);
    if (!current?.insightsEnabled) return undefined;
    return keep(
      {
        siteId: site.id,
        forDate: day,
        windowStart: window.start,
        windowEnd: window.end,
        ...(rephrased ?? composed),
        signals: JSON.stringify(story.findings.map(finding => snapshotOf(story, finding, generatedAt))),
        isRephrased: rephrased !== undefined,
        generatedAt,
      },
      current,
    );
  };
}

/** The part of a downtime that lies within the window. */
const within = (span: Known['span'], window: Known['span']): Known['span'] => ({
  start: span.start > window.start ? span.start : window.start,
  end: span.end < window.end ? span.end : window.end,
});
