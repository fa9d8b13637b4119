/**
 * Keeps groups of hits with their visitors, and conversions of groups, as long as rows are only added: what later rows change is worked
 * out from all rows of their visitors. A change or removal of rows invalidates all of it. Decision 043.
 */

import { LRUCache } from 'lru-cache';
import { coverDays } from '../../../core/days.ts';
import { type GoalCondition, goalKind } from '../../../core/goals/condition.ts';
import { isFilter } from '../../../core/hits/conditions.ts';
import type { Dimension, HitQuery, ReadOptions } from '../../../core/hits/query.ts';
import {
  addFigures,
  countChanges,
  type FigureGroups,
  type KeyedRow,
} from '../../../core/hits/visitor-delta.ts';
import type { SumsState } from '../aggregates/state.ts';
import type { HitEngine } from '../engine-types.ts';
import { toGoalSql } from '../queries/goals.ts';
import { unionAll } from '../queries/parts.ts';
import { findJourneyEnd } from '../queries/visitor-filters.ts';
import { type Read, raw, type Sql, sql, toRead, within } from '../sql/sql.ts';
import { readKeyedRows } from './few-visitors.ts';
import { isOfVisit } from './matching.ts';

/** Estimated memory of all answers, and of a group beside its key. */
const MAX_BYTES = 16 * 1024 ** 2;
const GROUP_BYTES = 200;
/** Maximum number of groups of an answer. */
export const MAX_KEPT_GROUPS = 25_000;

/** Groups of hits with their visitors, or their conversions; without a dimension all are one group. */
export interface KeptQuestion {
  readonly query: HitQuery;
  readonly dimension: Dimension | undefined;
  readonly goal?: GoalCondition;
}

/** Newest ids of the rows that are counted. */
interface KnownIds {
  readonly hits: number;
  readonly events: number;
}

interface Kept {
  readonly known: KnownIds;
  readonly alterations: number;
  /** Undefined: there are too many. */
  readonly groups: FigureGroups | undefined;
}

const PAGES: ReadonlySet<string> = new Set(['entry_page', 'exit_page']);

/** Returns whether an answer is a sum over visitors that their rows alone tell. Reports of scroll depth come after their hit. */
const isSumOfVisitors = ({ query, dimension, goal }: KeptQuestion): boolean => {
  if (query.kind !== 'hit' || (goal && 'scrollDepth' in goal)) return false;
  if (query.attribution !== 'visit' && dimension && findJourneyEnd(query.kind, dimension)) return false;
  const isKnown = query.filters.every(
    filter => isFilter(filter) && isOfVisit(query, filter.dimension) && !PAGES.has(filter.dimension),
  );
  return isKnown && !(query.filters.length > 0 && dimension === 'exit_page');
};

const toKey = ({ query, dimension, goal }: KeptQuestion): string => {
  const { siteId, siteHosts, span, zone, attribution, filters } = query;
  return JSON.stringify([siteId, siteHosts, span, zone, attribution, filters, dimension, goal]);
};

/** Returns the conditions for rows that reach a goal. */
const toReaches = ({ query, goal }: KeptQuestion): { readonly hits: Sql; readonly events: Sql } => {
  const isReached = goal ? sql`coalesce(${toGoalSql(goal, query)}, false)` : raw('false');
  const isEvent = goal !== undefined && goalKind(goal) === 'event';
  return { hits: isEvent ? raw('false') : isReached, events: isEvent ? isReached : raw('false') };
};

/** Reads all rows of the visitors with later rows, and later hits without a visitor; undefined where they are many. */
const readRows = (
  read: Read,
  question: KeptQuestion,
  known: KnownIds,
): Promise<readonly KeyedRow[] | undefined> => {
  const { query, dimension } = question;
  const { siteId, span, zone } = query;
  const days = sql`site_id = ${siteId} and ${within('created_at', span && coverDays(span, zone))}`;
  const isSummed = { hits: sql`id <= ${known.hits}`, events: sql`id <= ${known.events}` };
  const late = (['hits', 'events'] as const).map(
    table => sql`select visitor_hash from ${raw(table)} where ${days} and not ${isSummed[table]}`,
  );
  return readKeyedRows(read, {
    ...{ query, dimension, isSummed },
    visitors: sql`late as materialized (select distinct visitor_hash from (${unionAll(late)}))`,
    rows: sql`${days} and visitor_hash in (select visitor_hash from late where visitor_hash is not null)`,
    anonymous: sql`${days} and visitor_hash is null and not ${isSummed.hits}`,
    reaches: toReaches(question),
  });
};

const newestOf = (rows: readonly KeyedRow[], isEvent: boolean, known: number): number =>
  rows.reduce((newest, { is_event, id }) => (is_event === isEvent ? Math.max(newest, id) : newest), known);

/** Answers from what is kept. */
export interface KeptAnswers {
  /**
   * Returns the groups of a question: those that are kept, with what came since, or all of them, counted; undefined where they are not kept.
   */
  find(
    question: KeptQuestion,
    options: ReadOptions,
    count: (read: Read) => Promise<FigureGroups>,
  ): Promise<FigureGroups | undefined>;
}

/** Creates the answers that are kept of an engine. */
export const createKeptAnswers = (
  engine: Pick<HitEngine, 'alterations' | 'readInTransaction'>,
  state: () => SumsState,
): KeptAnswers => {
  const answers = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ groups = new Map() }, key) =>
      Array.from(groups.keys()).reduce(
        (sum, name) => sum + GROUP_BYTES + 2 * (name?.length ?? 0),
        GROUP_BYTES + 2 * key.length,
      ),
  });
  /** Counts the rows that came since, or all of them. */
  const update = async (
    read: Read,
    question: KeptQuestion,
    {
      kept,
      count,
    }: { readonly kept: Kept | undefined; readonly count: (read: Read) => Promise<FigureGroups> },
  ): Promise<Omit<Kept, 'alterations'>> => {
    const rows = kept?.groups && (await readRows(read, question, kept.known));
    if (kept?.groups && rows) {
      const { query, dimension } = question;
      const isOfHits = dimension !== undefined && !isOfVisit(query, dimension);
      const { hits, events } = kept.known;
      return {
        known: { hits: newestOf(rows, false, hits), events: newestOf(rows, true, events) },
        groups: addFigures(
          kept.groups,
          countChanges(rows, {
            ...{ dimension, span: query.span, isOfHits },
            filtersVisits: query.filters.length > 0,
          }),
        ),
      };
    }
    const [known] = await read<KnownIds>(
      sql`select coalesce((select max(id) from hits), 0) as hits, coalesce((select max(id) from events), 0) as events`,
    );
    const groups = await count(read);
    return {
      known: { hits: 0, events: 0, ...known },
      groups: groups.size > MAX_KEPT_GROUPS ? undefined : groups,
    };
  };
  return {
    find: async (question, options, count) => {
      const alterations = engine.alterations();
      if (alterations === null || !state().isUsed || !isSumOfVisitors(question)) return undefined;
      const key = toKey(question);
      const found = answers.get(key);
      const kept = found?.alterations === alterations ? found : undefined;
      if (kept && !kept.groups) return undefined;
      const updated = await engine.readInTransaction(
        session => update(toRead(session), question, { kept, count }),
        options,
      );
      if (engine.alterations() !== alterations) return undefined;
      answers.set(key, { ...updated, alterations });
      return updated.groups;
    },
  };
};
