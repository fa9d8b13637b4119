/** Takes writes in, of any kind: one, or many at once with a result for each. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { invalidBody } from '../core/errors.ts';
import type { Events } from '../core/events.ts';
import type { HitStore, NewHit, StoredHit } from '../core/hit-store.ts';
import { MAX_BATCH_ROWS } from '../core/limits.ts';
import { acceptAgentVisit, acceptEvent, acceptHit, type WriteInput, type WriteKind } from './accept.ts';
import type { Accepted } from './fields.ts';
import type { Outcome, Pipeline } from './pipeline.ts';
import type { SiteFacts } from './site-facts.ts';

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

/** A write that is on disk, and the hashes it was stored under. */
export interface Created {
  readonly status: 'created';
  readonly row: StoredHit;
  readonly visitorHash: bigint | null;
  readonly uniqueHash: bigint | null;
}

/** What became of one write. */
export type WriteResult = Created | Ignored;

/** What became of one row of a batch. */
export type RowResult = { readonly status: 'created'; readonly id: number } | Ignored | Faulty;

/** A row of a batch before anything is stored: what is to be stored of it, and what it is told when that differs. */
interface Plan {
  readonly row: NewHit | null;
  /** Null for a row that will be created. */
  readonly result: Ignored | Faulty | null;
}

/** How each kind's bodies are read, and what many of them are called. */
const ACCEPT: Readonly<Record<WriteKind, (body: unknown, what?: string) => Accepted<WriteInput>>> = {
  hit: acceptHit,
  event: acceptEvent,
  agent_visit: acceptAgentVisit,
};
const PLURALS: Readonly<Record<WriteKind, string>> = {
  hit: 'hits',
  event: 'events',
  agent_visit: 'agent visits',
};

const ignored = (reason: string): Ignored => ({ status: 'ignored', reason });
const INACTIVE = ignored('the site is not active');
/** Rows of a batch that are worked on before other requests get their turn: one with a strange user agent takes a millisecond. */
const ROWS_PER_TURN = 50;
/** Rows whose country is being asked for outside at one time. */
const ROWS_ASKED_AT_ONCE = 16;

/** The way from a body to a durable row and its answer, the same for every kind. Source: api-v1, Endpoints, Hits, behaviour 3. */
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

  /** A promise only when a country has to be asked for outside. */
  function plan(target: WriteTarget, accepted: Accepted<WriteInput>, now: Date): Plan | Promise<Plan> {
    if (!accepted.ok) return { row: null, result: { status: 'error', errors: accepted.errors } };
    if (!target.active) return { row: null, result: INACTIVE };
    const outcome = pipeline.write(target, accepted.value, now);
    return outcome instanceof Promise ? outcome.then(planOf) : planOf(outcome);
  }

  async function planAll(kind: WriteKind, target: WriteTarget, items: readonly unknown[]): Promise<Plan[]> {
    const now = clock.now();
    const accept = ACCEPT[kind];
    const plans: (Plan | Promise<Plan>)[] = [];
    let asking: Promise<Plan>[] = [];
    for (const item of items) {
      if (plans.length % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
      const planned = plan(target, accept(item, 'row'), now);
      plans.push(planned);
      if (planned instanceof Promise) {
        // It may fail turns before it is awaited below: until then nobody would have handled it, which ends the process.
        planned.catch(() => undefined);
        asking.push(planned);
      }
      if (asking.length < ROWS_ASKED_AT_ONCE) continue;
      await Promise.all(asking);
      asking = [];
    }
    return Promise.all(plans);
  }

  return {
    /** Ids of rows, once they are on disk: the one place that every live row passes. Rejects as `HitStore.append` does. */
    store,

    /** Stores one write; it is on disk when this resolves. 422 with every fault of the body. */
    async write(kind: WriteKind, target: WriteTarget, body: unknown): Promise<WriteResult> {
      const accepted = ACCEPT[kind](body);
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

    /** Stores the good rows of a batch in one go; a bad one fails alone. 422 when it is no array or too long. */
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

/** Spam is stored, apart from the hits, and its sender is told that it was ignored. */
function planOf(outcome: Outcome): Plan {
  if (outcome.kind === 'store') return { row: outcome.row, result: null };
  return { row: outcome.kind === 'spam' ? outcome.row : null, result: ignored(outcome.reason) };
}
