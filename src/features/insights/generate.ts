/** Generates the insights that are due: analyzes the figures of each site once a day, and stores what it finds. */

import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import type { Day, Span } from '../../core/span.ts';
import { addDays } from '../../lib/time.ts';
import { bareHost } from '../../lib/url.ts';
import type { ContextEvent } from './context-events.ts';
import { detect, listUncertainKeys } from './detect/detect.ts';
import { WINDOW_DAYS, windowSpan } from './detect/figures.ts';
import { sum } from './detect/statistics.ts';
import { followDays } from './follow-days.ts';
import { createHistory, type SiteFailure } from './history.ts';
import { MIN_HITS, REPEAT_DAYS } from './limits.ts';
import {
  type BaselineInput,
  type CountedGoal,
  type DayFrame,
  type FigureLoader,
  toDayFrame,
} from './load-figures.ts';
import type { Rephrase } from './model/rephrase.ts';
import { type DueDay, isDue, lastDueDay } from './schedule.ts';
import { newFindings, type Snapshot, toSnapshot } from './snapshot.ts';
import type { InsightRow, InsightsStore, NewInsight } from './store.ts';
import { chooseSentences, composeTexts } from './texts/compose.ts';
import type { InsightData } from './texts/insight-data.ts';

export interface GenerateDeps {
  readonly store: InsightsStore;
  readonly loader: FigureLoader;
  /** Sites with insights switched on whose owners' plans include them, each with its zone. */
  readonly listSites: () => readonly { readonly site: Site; readonly zone: string }[];
  readonly hits: Pick<HitStore, 'ask'>;
  readonly findSite: (siteId: number) => Site | undefined;
  /** The owner's signals in a span and the day around it, and the downtimes in it, oldest first. */
  readonly contextEventsIn: (siteId: number, span: Span) => ContextEvent[];
  readonly listGoals: (siteId: number) => readonly CountedGoal[];
  /** Undefined: no model is set up. */
  readonly rephrase: Rephrase | undefined;
  /** Publishes an insight; called within the transaction that stores it. */
  readonly publish: (insight: InsightRow, site: Site) => void;
  readonly clock: Clock;
}

/** A site whose insight is due, and the day that it is about. */
interface InsightRun {
  readonly site: Site;
  readonly zone: string;
  readonly day: Day;
  /** Default: now. */
  readonly generatedAt?: Date;
  /** An insight of an earlier week, generated later: nobody is notified, and no model is called. */
  readonly isPast?: boolean;
}

/** Maximum number of past weeks analyzed in one run. */
const MAX_PAST_WEEKS = 40;

/** Sites whose figures are loaded at once. */
const CHUNK = 200;

/** Results for some sites. */
interface Outcome {
  made: number;
  readonly failures: SiteFailure[];
}

const toChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, at) =>
    items.slice(at * CHUNK, (at + 1) * CHUNK),
  );

export function createGenerate(deps: GenerateDeps) {
  const { store, loader } = deps;
  const generateOne = createGenerateOne(deps);
  const history = createHistory(deps);

  /** Records that a site was analyzed for a day. */
  function saveDay({ site, day, isPast }: InsightRun): void {
    if (isPast) store.saveFirstDay(site.id, day);
    else store.saveLastDay(site.id, day);
  }

  /** Lists the sites whose last due time has passed without a run; of several missed days only the last one. */
  function listDue(now: Date): InsightRun[] {
    const analyzedDays = store.listLastDays();
    const dueDays = new Map<string, DueDay>();
    return deps.listSites().flatMap(({ site, zone }) => {
      const due = dueDays.get(zone) ?? lastDueDay(now, zone);
      dueDays.set(zone, due);
      return isDue(site, due, analyzedDays.get(site.id)) ? [{ site, zone, day: due.day }] : [];
    });
  }

  /** Generates the insights of sites with the same days. Those with too few hits are recorded as analyzed. */
  async function generateChunk(
    runs: readonly InsightRun[],
    frame: DayFrame,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const ids = runs.map(({ site }) => site.id);
    const daily = await loader.loadDailyHits(ids, frame, { signal });
    const getHits = (siteId: number): number[] => daily.get(siteId) ?? frame.days.map(() => 0);
    const hasEnoughHits = ({ site }: InsightRun): boolean =>
      sum(getHits(site.id).slice(-WINDOW_DAYS)) >= MIN_HITS;
    store.transaction(() => {
      for (const run of runs) if (!hasEnoughHits(run)) saveDay(run);
    });
    const done: Outcome = { made: 0, failures: [] };
    const analyzed = runs.filter(hasEnoughHits);
    const weeks = await loader.loadWeeks(
      analyzed.map(({ site }) => site.id),
      frame,
      { signal },
    );
    for (const run of analyzed) {
      if (signal.aborted) break;
      try {
        const insight = await generateOne(run, { ...frame, weeks, hits: getHits(run.site.id) }, signal);
        if (insight) done.made++;
      } catch (error) {
        if (!signal.aborted) done.failures.push({ siteId: run.site.id, error });
      }
    }
    return done;
  }

  /** Generates insights: those of the same days together. */
  async function generateAll(all: readonly InsightRun[], signal: AbortSignal): Promise<Outcome> {
    const done: Outcome = { made: 0, failures: [] };
    for (const runs of Map.groupBy(all, ({ zone, day }) => `${zone} ${day}`).values()) {
      const [first] = runs;
      if (!first) continue;
      const frame = toDayFrame(first.day, first.zone);
      for (const chunk of toChunks(runs)) {
        if (signal.aborted) return done;
        try {
          const { made, failures } = await generateChunk(chunk, frame, signal);
          done.made += made;
          done.failures.push(...failures);
        } catch (error) {
          if (!signal.aborted) done.failures.push(...chunk.map(({ site }) => ({ siteId: site.id, error })));
        }
      }
    }
    return done;
  }

  return {
    /** Returns whether a site was analyzed as of its last due time, or did not exist then. */
    isUpToDate(site: Site, zone: string, now: Date): boolean {
      return !isDue(site, lastDueDay(now, zone), store.findLastDay(site.id));
    },

    /** Generates what is due. A site that fails does not hold up the others; it is tried again at the next run. */
    async generateDue(now: Date, signal: AbortSignal): Promise<{ looked_at: number; made: number }> {
      const due = listDue(now);
      const { made, failures } = await generateAll(due, signal);
      if (!signal.aborted) reportFailures(failures, 'have no insight yet');
      return { looked_at: due.length, made };
    },

    /**
     * Generates insights of weeks before each site's first one, newest first, a limited number in each run. A site that
     * fails does not hold up the others; it is tried again later.
     */
    async generatePast(signal: AbortSignal): Promise<{ looked_at: number; made: number }> {
      const done = { looked_at: 0, made: 0 };
      const failures: SiteFailure[] = [];
      let open = [...deps.listSites()];
      while (open.length > 0 && done.looked_at < MAX_PAST_WEEKS && !signal.aborted) {
        const batch = open.slice(0, MAX_PAST_WEEKS - done.looked_at);
        const { weeks, failures: unread } = await history.findMissingWeeks(batch, signal);
        const { made, failures: ungenerated } = await generateAll(
          weeks.map(week => ({ ...week, isPast: true })),
          signal,
        );
        const failed = [...unread, ...ungenerated];
        for (const { siteId } of failed) history.postpone(siteId);
        failures.push(...failed);
        done.looked_at += weeks.length;
        done.made += made;
        const left = new Set(weeks.map(({ site }) => site.id)).difference(
          new Set(failed.map(({ siteId }) => siteId)),
        );
        open = [...open.slice(batch.length), ...batch.filter(({ site }) => left.has(site.id))];
      }
      if (!signal.aborted) reportFailures(failures, 'lack earlier insights');
      return done;
    },

    /** Generates the insight about a day in the past as if it had been generated then; for demonstrations. */
    async generateFor(run: Required<Omit<InsightRun, 'isPast'>>): Promise<InsightRow | undefined> {
      const { site, zone, day } = run;
      const frame = toDayFrame(day, zone);
      const { signal } = new AbortController();
      const daily = await loader.loadDailyHits([site.id], frame, { signal });
      const hits = daily.get(site.id) ?? frame.days.map(() => 0);
      if (sum(hits.slice(-WINDOW_DAYS)) < MIN_HITS) return undefined;
      const weeks = await loader.loadWeeks([site.id], frame, { signal });
      return generateOne(run, { ...frame, weeks, hits }, signal);
    },
  };
}

/** Throws when sites have failed, with the error of each. */
function reportFailures(failures: readonly SiteFailure[], what: string): void {
  if (failures.length === 0) return;
  const errors = failures.map(({ error }) => error);
  throw new AggregateError(errors, `${failures.length} failures: their sites ${what}`);
}

/** Creates the function that generates one insight; undefined where there is one already, or the site was deleted. */
function createGenerateOne(deps: GenerateDeps) {
  const { store, loader, contextEventsIn, rephrase, findSite, publish, clock } = deps;

  function save(
    insight: NewInsight,
    { site, isPast }: Pick<InsightRun, 'site' | 'isPast'>,
  ): InsightRow | undefined {
    let saved: InsightRow | undefined;
    store.transaction(() => {
      saved = store.insert(insight);
      if (isPast) store.saveFirstDay(site.id, insight.forDate);
      else store.saveLastDay(site.id, insight.forDate);
      if (saved && !isPast) publish(saved, site);
    });
    return saved;
  }

  return async (
    { site, zone, day, generatedAt = clock.now(), isPast = false }: InsightRun,
    frame: Omit<BaselineInput, 'contextEvents' | 'goals'>,
    signal: AbortSignal,
  ): Promise<InsightRow | undefined> => {
    const window = windowSpan(frame);
    const contextEvents = contextEventsIn(site.id, window);
    const subject = {
      siteId: site.id,
      host: bareHost(new URL(site.url).hostname),
      countsVisitors: (frame.weeks.visitors.get(site.id) ?? 0) > 0,
    };
    const goals = deps.listGoals(site.id);
    const figures = await loader.loadFigures(subject, { ...frame, contextEvents, goals }, { signal });
    const uncertain = { figures, keys: listUncertainKeys(figures) };
    const earlier = await loader.loadEarlierWeeks(subject, uncertain, { signal });
    const reported = store
      .listSignalsIn(site.id, addDays(day, -REPEAT_DAYS), day)
      .flatMap(signals => JSON.parse(signals) as Snapshot[]);
    const found = newFindings(detect(figures, earlier), reported);
    const { findings, peaks } = await followDays(loader, { found, figures, subject }, signal);
    const data: InsightData = {
      site,
      zone,
      figures,
      findings,
      signals: contextEvents.flatMap(({ kind, title, span }) =>
        kind === 'signal' && span.start <= generatedAt ? [{ title, occurredAt: span.start }] : [],
      ),
      downtimes: contextEvents.flatMap(({ kind, span }) =>
        kind === 'downtime' ? [intersect(span, window)] : [],
      ),
    };
    const sentences = chooseSentences(data);
    const composed = composeTexts(data, sentences);
    const rephrased = isPast ? undefined : await rephrase?.(data, signal);
    // Insights that a stopping server has not stored are generated after the next start.
    signal.throwIfAborted();
    const current = findSite(site.id);
    if (!current?.insightsEnabled) return undefined;
    return save(
      {
        siteId: site.id,
        forDate: day,
        windowStart: window.start,
        windowEnd: window.end,
        ...(rephrased ?? composed),
        sentences: JSON.stringify(sentences),
        signals: JSON.stringify(
          data.findings.map(finding =>
            toSnapshot(data, finding, { detectedAt: generatedAt, peak: peaks.get(finding) }),
          ),
        ),
        isRephrased: rephrased !== undefined,
        generatedAt,
      },
      { site: current, isPast },
    );
  };
}

const intersect = (a: Span, b: Span): Span => ({
  start: a.start > b.start ? a.start : b.start,
  end: a.end < b.end ? a.end : b.end,
});
