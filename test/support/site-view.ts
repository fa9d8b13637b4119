/** A view of a hits store for one of several tests that share it: its sites and its rows seem to be all there is. */
import type { NewHit, StoredHit } from '../../src/core/hits/row.ts';
import type { HitStore, Removal } from '../../src/core/hits/store.ts';
import type { TestHitStore } from './hit-reads.ts';

export type SharedStore = TestHitStore;

/** An id that no row has. */
const UNKNOWN_ID = 2 ** 48;

/** Numbers the rows of each kind from 1 on, in the order of their ids. */
function createRowNumbers() {
  const idsOf = new Map<string, number[]>();
  const knownIds = (kind = ''): number[] => idsOf.getOrInsert(kind, []);
  return {
    /** Returns the number of a row, which is the last where its id is new. */
    numberOf: (kind: string, id: number): number => {
      const ids = knownIds(kind);
      return ids.includes(id) ? ids.indexOf(id) + 1 : ids.push(id);
    },
    idOf: (kind: string | undefined, number: number): number => knownIds(kind)[number - 1] ?? UNKNOWN_ID,
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that name sites. */
const SITE_FIELDS = ['siteId', 'siteIds', 'heldAs'] as const;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isRow = (value: unknown): value is StoredHit => isFields(value) && 'siteId' in value && 'id' in value;

/** Returns a view in which site 1 is the first site after `offset`, and rows are numbered from 1 on. */
export function viewSites(store: SharedStore, offset: number): SharedStore {
  const numbers = createRowNumbers();
  const withIds = ({ which, kinds }: Removal, kind = kinds?.[0]) =>
    isFields(which) && 'ids' in which
      ? { ids: which.ids.map(number => numbers.idOf(kind, number)) }
      : toStored(which);
  const toStored = (value: unknown): unknown => {
    if (typeof value === 'number') return offset + value;
    if (Array.isArray(value)) return value.map(toStored);
    if (!isFields(value)) return value;
    const given = SITE_FIELDS.filter(name => value[name] !== undefined);
    return { ...value, ...Object.fromEntries(given.map(name => [name, toStored(value[name])])) };
  };
  const toOwn = (answer: unknown): unknown => {
    if (answer instanceof Map) return new Map([...answer].map(([siteId, found]) => [siteId - offset, found]));
    if (Array.isArray(answer)) return answer.map(toOwn);
    if (!isRow(answer)) return answer;
    return { ...answer, siteId: answer.siteId - offset, id: numbers.numberOf(answer.kind, answer.id) };
  };
  const own: Pick<HitStore, 'append' | 'remove' | 'restoreSpam'> = {
    append: async rows => {
      const ids = await store.append(toStored(rows) as NewHit[]);
      return ids.map((id, index) => numbers.numberOf(rows[index]?.kind ?? '', id));
    },
    remove: removal => store.remove(toStored({ ...removal, which: withIds(removal) }) as Removal),
    restoreSpam: async ({ siteId, which }) => {
      const removal = { siteId: offset + siteId, kinds: ['spam_hit'], which } as const;
      const ids = await store.restoreSpam({ ...removal, which: withIds(removal) } as typeof removal);
      return ids.map(id => numbers.numberOf('hit', id));
    },
  };
  return new Proxy(store, {
    get: (target, name: keyof SharedStore) => {
      if (name in own) return own[name as keyof typeof own];
      const method = target[name] as (...given: unknown[]) => unknown;
      return (asked: unknown, ...rest: unknown[]) => {
        const answer = method.apply(target, [toStored(asked), ...rest]);
        return answer instanceof Promise ? answer.then(toOwn) : answer;
      };
    },
  });
}
