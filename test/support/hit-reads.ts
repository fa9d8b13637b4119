/** Short ways to ask a store of hits. They ask what they are called on, so that a decorated copy of a store is asked as it is. */
import type { ConversionOptions } from '../../src/core/goals/query.ts';
import type { Totals } from '../../src/core/hits/answers.ts';
import type { Answer, AskAny } from '../../src/core/hits/ask.ts';
import type { HitFeed } from '../../src/core/hits/feed.ts';
import type * as Query from '../../src/core/hits/query.ts';
import type { Question } from '../../src/core/hits/question.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import type { Day, Span } from '../../src/core/span.ts';

type Asked = Pick<HitStore, 'ask'>;
type HitQuery = Query.HitQuery;
type Slice = Query.Slice;
type Ids = readonly number[];
type Edges = readonly Date[];
type With<Own> = Query.ReadOptions & Partial<Own>;

const ask = <const Made extends Question>(question: Made): Made => question;

/** Questions of a few words. What is beside the query has the options of every read too. */
const QUESTIONS = {
  list: (query: HitQuery, slice: Slice) => ask({ shape: 'rows', ...query, ...slice }),
  listVisitor: (query: Query.VisitorRowsQuery, slice: Slice) =>
    ask({ shape: 'rows', of: 'visitor', ...query, ...slice }),
  engagement: (query: HitQuery) => ask({ shape: 'totals', of: 'engagement', ...query }),
  pageEngagement: (query: HitQuery, pages: Query.EngagedPages) =>
    ask({ shape: 'groups', of: 'pageEngagement', ...query, pages }),
  revenue: (query: HitQuery, { dimension }: With<{ readonly dimension: Query.Dimension }> = {}) =>
    ask({ shape: 'groups', of: 'revenue', ...query, dimension }),
  conversions: (query: HitQuery, { goal, dimension }: ConversionOptions) =>
    ask({ shape: 'groups', of: 'conversions', ...query, goal, dimension }),
  group: (
    query: HitQuery,
    dimension: Query.Dimension,
    { countsVisitors, signal: _, queue: __, ...page }: Query.GroupOptions,
  ) => {
    const measures = countsVisitors ? (['hits', 'uniqueHits', 'visitors', 'visits'] as const) : undefined;
    return ask({ shape: 'groups', ...query, dimension, measures, ...page });
  },
  series: (query: HitQuery, edges: Edges, options: Query.SeriesOptions = {}) => {
    const { countsVisitors, countsEngagement, importedEdges } = options;
    const measures = [
      ...(countsVisitors ? (['visitors', 'visits'] as const) : []),
      ...(countsEngagement ? (['engagement'] as const) : []),
    ];
    const measured = measures.length > 0 && { measures };
    return ask({ shape: 'series', ...query, edges, importedEdges, ...measured });
  },
  totalsBySite: (
    siteIds: Ids,
    span: Span | null,
    { importedDays }: With<{ readonly importedDays: Query.ImportedDays }> = {},
  ) => ask({ shape: 'totals', siteIds, span, importedDays }),
  seriesBySite: (
    siteIds: Ids,
    edges: Edges,
    { importedDays }: With<{ readonly importedDays: readonly Day[] }> = {},
  ) => ask({ shape: 'series', siteIds, edges, importedEdges: importedDays }),
  journeys: (query: Query.JourneyQuery, slice: Slice) =>
    ask({ shape: 'flows', of: 'journeys', ...query, ...slice }),
};

type Questions = typeof QUESTIONS;
type ReadsOf = {
  [Name in keyof Questions]: (
    ...given: [...Parameters<Questions[Name]>, options?: Query.ReadOptions]
  ) => Promise<Answer<ReturnType<Questions[Name]>>>;
};

const readsOf = Object.fromEntries(
  Object.entries(QUESTIONS).map(([name, toQuestion]) => [
    name,
    function (this: Asked, ...given: unknown[]) {
      const { signal, queue } = (given.at(-1) ?? {}) as Query.ReadOptions;
      const question = (toQuestion as (...given: unknown[]) => Question)(...given);
      return (this.ask as AskAny)(question, { signal, queue });
    },
  ]),
) as unknown as ReadsOf;

const READS = {
  ...readsOf,
  async count(this: Asked, query: HitQuery, options?: Query.ReadOptions): Promise<number> {
    return (await this.ask({ shape: 'totals', ...query, measures: ['hits'] }, options)).hits;
  },
  async totals(this: Asked, query: HitQuery, options: Query.TotalsOptions = {}): Promise<Totals> {
    const { countsVisits, omitsPaths, onlyVisitors, ...read } = options;
    const all = ['hits', 'uniqueHits', 'visitors', ...(omitsPaths ? [] : (['paths'] as const))] as const;
    const measures = onlyVisitors
      ? (['visitors'] as const)
      : countsVisits
        ? [...all, 'visits' as const]
        : all;
    const found: Partial<Totals> = await this.ask({ shape: 'totals', ...query, measures }, read);
    return Object.fromEntries(measures.map(name => [name, found[name]])) as unknown as Totals;
  },
  async visitorsBySite(
    this: Asked,
    siteIds: Ids,
    span: Span,
    { importedDays, ...options }: With<{ readonly importedDays: Query.ImportedDays }> = {},
  ): Promise<Map<number, number>> {
    const question = { shape: 'totals', siteIds, span, importedDays, measures: ['visitors'] } as const;
    const found = await this.ask(question, options);
    return new Map(Array.from(found, ([siteId, { visitors }]) => [siteId, visitors]));
  },
};

type HitReads = typeof READS;

/** A store of hits as tests ask it. */
export type TestHitStore = HitStore & HitFeed & HitReads;

/** Adds short ways to ask a store. */
export const withReads = <Store extends Asked>(store: Store): Store & HitReads => ({ ...store, ...READS });
