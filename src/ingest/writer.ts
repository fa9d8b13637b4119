/** Stores writes of any kind: single ones, and batches with a result for each row. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { invalidBody } from '../core/errors.ts';
import type { Events } from '../core/events.ts';
import type { NewHit, StoredHit } from '../core/hits/row.ts';
import type { HitStore } from '../core/hits/store.ts';
import { MAX_BATCH_ROWS } from '../core/limits.ts';
import type { ParseResult } from './fields.ts';
import { parseWrite, type WriteInput, type WriteKind } from './parse-write.ts';
import type { Outcome, Pipeline } from './pipeline.ts';
import type { SiteFacts } from './site-facts.ts';

/** The site of a write, and whether it accepts any. */
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

/** A stored write and its hashes. */
export interface Created {
  readonly status: 'created';
  readonly row: StoredHit;
  readonly visitorHash: bigint | null;
  readonly uniqueHash: bigint | null;
}

/** The result of a single write. */
export type WriteResult = Created | Ignored;

/** The result of a row of a batch. */
export type RowResult = { readonly status: 'created'; readonly id: number } | Ignored | Faulty;

/** A processed row of a batch before it is stored. */
interface Plan {
  readonly row: NewHit | null;
  /** Its result; null for a row that will be created. */
  readonly result: Ignored | Faulty | null;
}

const PLURALS: Readonly<Record<WriteKind, string>> = {
  hit: 'hits',
  event: 'events',
  agent_visit: 'agent visits',
};

const ignored = (reason: string): Ignored => ({ status: 'ignored', reason });
const INACTIVE = ignored('the site is not active');
/** Rows that are processed before yielding to other requests: one with an unknown user agent takes a millisecond. */
const ROWS_PER_TURN = 50;
/** Rows of a batch that wait for the external country service at a time. */
const MAX_PENDING_ROWS = 16;

/** Writes from body to stored row, the same for every kind. Source: api-v1, Endpoints, Hits, behaviour 3. */
export type Writer = ReturnType<typeof createWriter>;

/** Creates a writer into a store, which publishes `hits.stored`. Everything that pages report passes its `store`. */
export function createWriter(deps: {
  readonly hits: Pick<HitStore, 'append'>;
  readonly events: Pick<Events, 'publish'>;
  readonly pipeline: Pick<Pipeline, 'write'>;
  readonly clock: Clock;
}) {
  const { hits, events, pipeline, clock } = deps;

  const store: HitStore['append'] = rows =>
    hits.append(rows).then(ids => {
      events.publish('hits.stored', { rows, ids });
      return ids;
    });

  /** Returns a promise only when the country is requested from the external service. */
  function plan(target: WriteTarget, accepted: ParseResult<WriteInput>, now: Date): Plan | Promise<Plan> {
    if (!accepted.ok) return { row: null, result: { status: 'error', errors: accepted.errors } };
    if (!target.active) return { row: null, result: INACTIVE };
    const outcome = pipeline.write(target, accepted.value, now);
    return outcome instanceof Promise ? outcome.then(toPlan) : toPlan(outcome);
  }

  async function planAll(kind: WriteKind, target: WriteTarget, items: readonly unknown[]): Promise<Plan[]> {
    const now = clock.now();
    const plans: (Plan | Promise<Plan>)[] = [];
    let pending: Promise<Plan>[] = [];
    for (const item of items) {
      if (plans.length % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
      const planned = plan(target, parseWrite(kind, item, 'row'), now);
      plans.push(planned);
      if (planned instanceof Promise) {
        // It may reject long before it is awaited below: an unhandled rejection would end the process.
        planned.catch(() => undefined);
        pending.push(planned);
      }
      if (pending.length < MAX_PENDING_ROWS) continue;
      await Promise.all(pending);
      pending = [];
    }
    return Promise.all(plans);
  }

  return {
    /** Appends rows and returns their ids once they are on disk: every live row passes here. Rejects as `HitStore.append` does. */
    store,

    /** Stores a single write; it is on disk when this resolves. Throws 422 with every fault of the body. */
    async write(kind: WriteKind, target: WriteTarget, body: unknown): Promise<WriteResult> {
      const accepted = parseWrite(kind, body);
      if (!accepted.ok) throw invalidBody(...accepted.errors);
      if (!target.active) return INACTIVE;
      const answer = pipeline.write(target, accepted.value, clock.now());
      const outcome = answer instanceof Promise ? await answer : answer;
      if (outcome.kind === 'ignored' || outcome.kind === 'dropped') return ignored(outcome.reason);
      const [id = 0] = await store([outcome.row]);
      if (outcome.kind === 'spam') return ignored(outcome.reason);
      const { visitorHash, uniqueHash } = outcome;
      return { status: 'created', row: { ...outcome.row, id }, visitorHash, uniqueHash };
    },

    /** Stores the valid rows of a batch at once; an invalid one fails alone. Throws 422 when it is no array or too long. */
    async writeMany(kind: WriteKind, target: WriteTarget, body: unknown): Promise<RowResult[]> {
      if (!Array.isArray(body)) throw invalidBody(`body must be a JSON array of ${PLURALS[kind]}`);
      if (body.length > MAX_BATCH_ROWS) {
        throw invalidBody(`a batch must have at most ${MAX_BATCH_ROWS} rows, got ${body.length}`);
      }
      const plans = await planAll(kind, target, body);
      const rows = plans.flatMap(({ row }) => (row === null ? [] : [row]));
      const ids = (rows.length > 0 ? await store(rows) : []).values();
      return plans.map(({ row, result }) => {
        const id = row === null ? 0 : (ids.next().value ?? 0);
        return result ?? { status: 'created', id };
      });
    },
  };
}

/** Converts an outcome to a plan. Spam is stored apart from the hits, and answered as ignored. */
function toPlan(outcome: Outcome): Plan {
  if (outcome.kind === 'store') return { row: outcome.row, result: null };
  return { row: outcome.kind === 'spam' ? outcome.row : null, result: ignored(outcome.reason) };
}
