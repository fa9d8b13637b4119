/** Puts one function in front of every read of a hits store: a queue, a cache. */
import type { ReadOptions, Slice } from './query.ts';
import type { HitStore } from './store.ts';

type Arguments<Method extends keyof HitStore> = Required<Parameters<HitStore[Method]>>;

/** Methods of a hits store that read: those whose last argument has the options of every read. */
type ReadMethod = {
  [Method in keyof HitStore]: Arguments<Method> extends readonly [...unknown[], infer Last]
    ? 'queue' extends keyof Last
      ? Method
      : never
    : never;
}[keyof HitStore];

type OptionsIndex<Method extends ReadMethod> =
  Arguments<Method> extends readonly [...infer Before, unknown] ? Before['length'] : never;

/** The position of the options of each read. The types fail for a read that is missing, and for a wrong position. */
const OPTIONS_INDEX: { readonly [Method in ReadMethod]: OptionsIndex<Method> } = {
  list: 2,
  count: 1,
  group: 2,
  series: 2,
  totals: 1,
  engagement: 1,
  revenue: 1,
  propertyUses: 1,
  campaigns: 1,
  pageEngagement: 2,
  goals: 1,
  goalSeries: 2,
  conversions: 1,
  conversionSeries: 2,
  totalsBySite: 2,
  seriesBySite: 2,
  groupBySite: 1,
  visitorsBySite: 2,
  journeys: 2,
  journeyPages: 1,
  funnel: 1,
  paths: 1,
  listVisitor: 2,
  earliest: 1,
};

export type HitAnswer = Awaited<ReturnType<HitStore[ReadMethod]>>;

/** A call of a read method. */
export interface HitRead<Answer extends HitAnswer = HitAnswer> {
  /** The sites that it reads. */
  readonly siteIds: readonly number[];
  /** The method's name, its arguments and its options, but those of every read: equal reads have equal questions. */
  readonly question: readonly unknown[];
  /** Maximum number of rows, where the caller sets one. */
  readonly limit: number | undefined;
  /** The options that every read has. */
  readonly options: ReadOptions;
  /** Calls the method, with these options of every read. */
  run(options: ReadOptions): Promise<Answer>;
}

type Method = (...args: unknown[]) => Promise<HitAnswer>;

/** Creates a hits store whose reads go through `read`; writes and maintenance are those of `hits`. */
export function wrapReads<Store extends Pick<HitStore, ReadMethod>>(
  hits: Store,
  read: <Answer extends HitAnswer>(read: HitRead<Answer>) => Promise<Answer>,
): Store {
  const wrap = (method: ReadMethod): Method => {
    const index = OPTIONS_INDEX[method];
    return (...args) => {
      const { signal, queue, ...own } = (args[index] ?? {}) as ReadOptions;
      const before = args.slice(0, index);
      return read({
        siteIds: toSiteIds(before[0] as Arguments<ReadMethod>[0]),
        question: [method, ...before, own],
        limit: [...before, own].find(isSlice)?.limit,
        options: { ...(signal && { signal }), ...(queue !== undefined && { queue }) },
        run: options => (hits[method] as Method)(...before, { ...own, ...options }),
      });
    };
  };
  const methods = Object.keys(OPTIONS_INDEX) as ReadMethod[];
  return { ...hits, ...Object.fromEntries(methods.map(method => [method, wrap(method)])) };
}

/** Returns the sites that the first argument of a read names. */
function toSiteIds(subject: Arguments<ReadMethod>[0]): readonly number[] {
  if (typeof subject === 'number') return [subject];
  if ('siteIds' in subject) return subject.siteIds;
  return 'siteId' in subject ? [subject.siteId] : subject;
}

const isSlice = (value: unknown): value is Slice =>
  typeof value === 'object' && value !== null && 'limit' in value && 'offset' in value;
