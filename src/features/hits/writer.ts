/** Takes hits in: one, or many at once with a result for each. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { invalidBody } from '../../core/errors.ts';
import type { HitStore, NewHit, StoredHit } from '../../core/hit-store.ts';
import { acceptHit } from '../../ingest/accept.ts';
import type { Outcome, Pipeline } from '../../ingest/pipeline.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import { MAX_BATCH_ROWS } from './schema.ts';

/** The site of a write, and whether it takes any. */
export interface WriteTarget extends SiteFacts {
  readonly active: boolean;
}

interface Ignored {
  readonly status: 'ignored';
  readonly reason: string;
}

interface Faulty {
  readonly status: 'error';
  readonly errors: readonly string[];
}

/** What became of one write. */
export type WriteResult =
  | {
      readonly status: 'created';
      readonly hit: StoredHit;
      readonly visitorHash: bigint | null;
      readonly uniqueHash: bigint | null;
    }
  | Ignored;

/** What became of one row of a batch. */
export type RowResult = { readonly status: 'created'; readonly id: number } | Ignored | Faulty;

/** A row of a batch before anything is stored: what is to be stored of it, and what it is told when that differs. */
interface Plan {
  readonly row: NewHit | null;
  /** Null for a hit that will be created. */
  readonly result: Ignored | Faulty | null;
}

const ignored = (reason: string): Ignored => ({ status: 'ignored', reason });
const INACTIVE = ignored('the site is not active');
/** Rows of a batch that are worked on before other requests get their turn. */
const ROWS_PER_TURN = 500;
/** Rows whose country is being asked for outside at one time. */
const ROWS_ASKED_AT_ONCE = 16;

export function createHitWriter(deps: {
  readonly hits: HitStore;
  readonly pipeline: Pipeline;
  readonly clock: Clock;
}) {
  const { hits, pipeline, clock } = deps;

  /** A promise only when a country has to be asked for outside. */
  function plan(target: WriteTarget, item: unknown, now: Date): Plan | Promise<Plan> {
    const accepted = acceptHit(item);
    if (!accepted.ok) return { row: null, result: { status: 'error', errors: accepted.errors } };
    if (!target.active) return { row: null, result: INACTIVE };
    const outcome = pipeline.write(target, accepted.value, now);
    return outcome instanceof Promise ? outcome.then(planOf) : planOf(outcome);
  }

  async function planAll(target: WriteTarget, items: readonly unknown[]): Promise<Plan[]> {
    const now = clock.now();
    const plans: (Plan | Promise<Plan>)[] = [];
    let asking: Promise<Plan>[] = [];
    for (const item of items) {
      if (plans.length % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
      const planned = plan(target, item, now);
      plans.push(planned);
      if (planned instanceof Promise) asking.push(planned);
      if (asking.length < ROWS_ASKED_AT_ONCE) continue;
      await Promise.all(asking);
      asking = [];
    }
    return Promise.all(plans);
  }

  return {
    /** Stores one hit; it is on disk when this resolves. 422 with every fault of the body. */
    async write(target: WriteTarget, body: unknown): Promise<WriteResult> {
      const accepted = acceptHit(body);
      if (!accepted.ok) throw invalidBody(...accepted.errors);
      if (!target.active) return INACTIVE;
      const answer = pipeline.write(target, accepted.value, clock.now());
      const outcome = answer instanceof Promise ? await answer : answer;
      if (outcome.kind === 'ignored' || outcome.kind === 'dropped') return ignored(outcome.reason);
      const [id = 0] = await hits.append([outcome.row]);
      if (outcome.kind === 'spam') return ignored(outcome.reason);
      const { visitorHash, uniqueHash } = outcome;
      return { status: 'created', hit: { ...outcome.row, id }, visitorHash, uniqueHash };
    },

    /** Stores the good rows of a batch in one go; a bad one fails alone. 422 when it is no array or too long. */
    async writeMany(target: WriteTarget, body: unknown): Promise<RowResult[]> {
      if (!Array.isArray(body)) throw invalidBody('body must be a JSON array of hits');
      if (body.length > MAX_BATCH_ROWS) {
        throw invalidBody(`a batch must have at most ${MAX_BATCH_ROWS} rows, got ${body.length}`);
      }
      const plans = await planAll(target, body);
      const rows = plans.flatMap(({ row }) => (row === null ? [] : [row]));
      const ids = (rows.length > 0 ? await hits.append(rows) : []).values();
      return plans.map(({ row, result }) => {
        const id = row === null ? 0 : (ids.next().value ?? 0);
        return result ?? { status: 'created', id };
      });
    },
  };
}

export type HitWriter = ReturnType<typeof createHitWriter>;

/** Spam is stored, apart from the hits, and its sender is told that it was ignored. */
function planOf(outcome: Outcome): Plan {
  if (outcome.kind === 'store') return { row: outcome.row, result: null };
  return { row: outcome.kind === 'spam' ? outcome.row : null, result: ignored(outcome.reason) };
}
