/**
 * Keeps what was counted of all rows of a question, and corrects it by what came since: of the visitors with later rows, what they
 * amounted to before is subtracted, and what they amount to now is added. Decision 045.
 */
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../core/errors.ts';
import type { ReadOptions } from '../../../core/hits/query.ts';
import type { ClickHouse } from '../client.ts';
import { isDenied } from '../faults.ts';
import type { DeliveredRows } from './delivered-rows.ts';
import { createLookUps, type LookedUp, type RowQuestion } from './look-ups.ts';
import { readTableVersion } from './table-version.ts';
import {
  type AddCounts,
  addAnonymous,
  addVisitor,
  COUNT,
  type Counts,
  type Figures,
  type Rules,
  type VisitorRow,
} from './visitor-figures.ts';

/** Groups that are kept in all, and of one question; a question itself counts as some. */
const MAX_GROUPS = 50_000;
const QUESTION_SIZE = 20;
export const MAX_GROUPS_OF_QUESTION = MAX_GROUPS / 2;

/** A question whose figures may be kept. */
export interface Question extends RowQuestion {
  /** Key in the cache: equal for equal questions. */
  readonly id: string;
  readonly rules: Rules;
  /** Whether the answer depends on reports of engagement: later ones invalidate it. */
  readonly readsReports: boolean;
}

interface Kept {
  readonly changes: number;
  readonly delivery: number;
  /** Undefined where they are not kept. */
  readonly figures: Figures | undefined;
}

export interface KeptFigures {
  /**
   * Returns the figures of a question: from what is kept, or from what `count` counts of all rows; undefined where the latter is,
   * or nothing can be kept.
   */
  find(
    question: Question,
    options: ReadOptions,
    count: () => Promise<Figures | undefined>,
  ): Promise<Figures | undefined>;
}

/** Returns figures with what has changed since they were counted. */
function correct(figures: Figures, { visitors, anonymous }: LookedUp, { rules, after }: Since): Figures {
  const corrected = new Map(figures);
  const addTimes =
    (factor: number): AddCounts =>
    (key, counts) => {
      const before = corrected.get(key);
      corrected.set(
        key,
        counts.map((count, index) => (before?.[index] ?? 0) + factor * count),
      );
    };
  const isLater = (row: VisitorRow): boolean => row.delivery > after;
  for (const rows of visitors) {
    if (!rows.some(isLater)) continue;
    addVisitor(
      rows.filter(row => !isLater(row)),
      rules,
      addTimes(-1),
    );
    addVisitor(rows, rules, addTimes(1));
  }
  for (const row of anonymous.filter(isLater)) addAnonymous(row, rules, addTimes(1));
  for (const [key, counts] of corrected) if (isEmpty(counts)) corrected.delete(key);
  return corrected;
}

interface Since {
  readonly rules: Rules;
  /** Number of the delivery since which rows are later. */
  readonly after: number;
}

const isEmpty = (counts: Counts): boolean => counts[COUNT.hits] === 0;

/** Creates the figures that are kept of a connection. */
export function createKeptFigures(db: ClickHouse, delivered: DeliveredRows): KeptFigures {
  const answers = new LRUCache<string, Kept>({
    maxSize: MAX_GROUPS,
    sizeCalculation: ({ figures }) => (figures?.size ?? 0) + QUESTION_SIZE,
  });
  const lookUps = createLookUps(db, delivered);
  /** False where the version of the table cannot be read: on a cluster, and where the user may not. */
  let canKeep = db.cluster === null;

  const keep = (id: string, kept: Kept): void => {
    if (kept.changes === delivered.changes()) answers.set(id, kept);
  };
  const correctKept = async (
    { id, rules, readsReports, ...question }: Question,
    { figures, delivery: after, changes }: Kept,
    options: ReadOptions,
  ): Promise<Figures | undefined> => {
    const found = figures && (await lookUps.find(question, after, options));
    if (!found || (readsReports && found.later.some(({ kind }) => kind === 'engagement'))) return undefined;
    const corrected = correct(figures, found, { rules, after });
    keep(id, { changes, delivery: found.delivery, figures: corrected });
    return corrected;
  };
  /** Runs what reads the version of the table; undefined where it cannot be read. */
  const ifReadable = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && !isDenied(error)) throw error;
      canKeep = false;
      return undefined;
    }
  };
  return {
    find: async (question, options, count) => {
      if (!canKeep) return undefined;
      const kept = answers.get(question.id);
      if (kept?.changes === delivered.changes()) {
        if (!kept.figures) return undefined;
        const corrected = await ifReadable(() => correctKept(question, kept, options));
        if (corrected) return corrected;
      }
      const delivery = delivered.idleSince();
      if (delivery === undefined) return undefined;
      const version = await ifReadable(() => readTableVersion(db.readWith({ ...options, usesSums: false })));
      if (!version) return undefined;
      delivered.verify(version, delivery);
      const changes = delivered.changes();
      const figures = await count();
      if (delivered.idleSince() === delivery) keep(question.id, { changes, delivery, figures });
      return figures;
    },
  };
}
