/** Compares a site before and after a signal, such as a deploy: what fell, what broke, what got slower. */
import type { Clock } from '../../../core/clock.ts';
import type { GoalCondition } from '../../../core/goals/condition.ts';
import type { GoalCounts } from '../../../core/goals/query.ts';
import type { GroupRow, Totals } from '../../../core/hits/answers.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import type { Site } from '../../../core/site.ts';
import type { Span } from '../../../core/span.ts';
import { findFallenPages, type PageCounts } from './fallen-pages.ts';
import { type ComparedSpans, findComparedSpans } from './spans.ts';

/** Pages that are compared, the most visited before. */
const MAX_PAGES = 2000;
/** Entries of a list. */
const MAX_LISTED = 50;

/** A value before and after. */
export interface Change<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** A broken link or mixed content that a crawl found. */
interface Issue {
  readonly id: number;
  readonly url: string;
  readonly issueType: string;
  readonly statusCode: number | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
}

interface Goal {
  readonly id: number;
  readonly name: string;
  readonly condition: GoalCondition;
}

/** What monitoring knows of a span. */
export interface Watched {
  /** Percentage; null when it was not monitored. */
  readonly uptime: number | null;
  /** Average, in milliseconds; null without an answer. */
  readonly responseMs: number | null;
  readonly downtimes: readonly {
    readonly id: number;
    readonly error: string;
    readonly startedAt: Date;
    readonly endedAt: Date | null;
  }[];
}

export interface ComparisonDeps {
  readonly hits: Pick<HitStore, 'ask'>;
  readonly listGoals: (siteId: number) => readonly Goal[];
  /** Returns the issues that crawls have found since an instant and that are not resolved, newest first. */
  readonly listIssuesSince: (siteId: number, since: Date) => readonly Issue[];
  /** Reads what monitoring knows of a span; null while it is off for the site. */
  readonly readWatched: (siteId: number, span: Span) => Watched | null;
  readonly clock: Clock;
}

/** What changed with a signal. */
export interface SignalComparison extends ComparedSpans {
  readonly totals: Change<Pick<Totals, 'hits' | 'uniqueHits' | 'visitors'>>;
  readonly fallenPages: readonly PageCounts[];
  /** Addresses that visitors asked for and that do not exist, where the script captures them: those that more ask for than before. */
  readonly notFound: readonly PageCounts[];
  readonly issues: readonly Issue[];
  readonly watched: Change<Watched> | null;
  readonly goals: readonly (Change<GoalCounts['goals'][number]> & { readonly goal: Goal })[];
  readonly visitors: Change<number>;
}

export type ComparisonService = ReturnType<typeof createComparisonService>;

export function createComparisonService({
  hits,
  listGoals,
  listIssuesSince,
  readWatched,
  clock,
}: ComparisonDeps) {
  return {
    /** Compares the days after an instant with the same hours of the weeks before it. */
    async compare(
      site: Site,
      {
        occurredAt,
        days,
        signal,
      }: { readonly occurredAt: Date; readonly days: number; readonly signal: AbortSignal },
    ): Promise<SignalComparison> {
      const spans = findComparedSpans(occurredAt, days, clock.now());
      const both = async <Value>(read: (span: Span) => Promise<Value>): Promise<Change<Value>> => {
        const [before, after] = await Promise.all([read(spans.before), read(spans.after)]);
        return { before, after };
      };
      const query = { siteId: site.id, kind: 'hit', filters: [] } as const;
      const measures = ['hits', 'uniqueHits', 'visitors'] as const;
      const goals = listGoals(site.id);
      const conditions = goals.map(({ condition }) => condition);
      const reaching = { shape: 'totals', of: 'goals', goals: conditions } as const;
      const [totals, pages, notFound, reached] = await Promise.all([
        both(span => hits.ask({ shape: 'totals', ...query, span, measures }, { signal })),
        readPages(site.id, spans, signal),
        both(span => readNotFound(site.id, span, signal)),
        both(span => hits.ask({ ...reaching, siteId: site.id, span, filters: [] }, { signal })),
      ]);
      const watchedBefore = readWatched(site.id, spans.before);
      const watchedAfter = readWatched(site.id, spans.after);
      return {
        ...spans,
        totals,
        fallenPages: findFallenPages(pages, { before: totals.before.hits, after: totals.after.hits }).slice(
          0,
          MAX_LISTED,
        ),
        notFound: combine(notFound)
          .filter(({ before, after }) => after > before)
          .toSorted((a, b) => b.after - a.after)
          .slice(0, MAX_LISTED),
        issues: listIssuesSince(site.id, occurredAt).slice(0, MAX_LISTED),
        watched: watchedBefore && watchedAfter && { before: watchedBefore, after: watchedAfter },
        visitors: { before: reached.before.visitors, after: reached.after.visitors },
        goals: goals.flatMap((goal, index) => {
          const [before, after] = [reached.before.goals[index], reached.after.goals[index]];
          return before && after ? [{ goal, before, after }] : [];
        }),
      };
    },
  };

  /** Reads the pages that were visited most before. */
  async function readPages(siteId: number, spans: ComparedSpans, signal: AbortSignal): Promise<PageCounts[]> {
    const page = { dimension: 'path', offset: 0, limit: MAX_PAGES } as const;
    const query = { shape: 'groups', siteId, kind: 'hit', filters: [], ...page } as const;
    const { rows: before } = await hits.ask({ ...query, span: spans.before }, { signal });
    const paths = before.flatMap(({ key }) => (key === null ? [] : [key]));
    if (paths.length === 0) return [];
    const filters = [{ dimension: 'path', isAnyOf: paths }] as const;
    const { rows: after } = await hits.ask({ ...query, filters, span: spans.after }, { signal });
    return combine({ before, after });
  }

  async function readNotFound(siteId: number, span: Span, signal: AbortSignal): Promise<GroupRow[]> {
    const filters = [{ dimension: 'event', is: 'not_found' }] as const;
    const query = { siteId, kind: 'event', span, filters } as const;
    const page = { dimension: 'value', offset: 0, limit: MAX_PAGES } as const;
    return (await hits.ask({ shape: 'groups', ...query, ...page }, { signal })).rows;
  }
}

/** Puts the counts of each group side by side. */
function combine({ before, after }: Change<readonly GroupRow[]>): PageCounts[] {
  const count = (rows: readonly GroupRow[]) => new Map(rows.map(({ key, hits }) => [key, hits]));
  const [earlier, later] = [count(before), count(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap(path =>
    path === null ? [] : [{ path, before: earlier.get(path) ?? 0, after: later.get(path) ?? 0 }],
  );
}
