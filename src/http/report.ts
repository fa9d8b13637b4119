/**
 * Questions about the stored rows of a kind, and their answers: a list, groups or a series over the days of a period,
 * each with its pagination, an echo of its filters and a summary. Source: api-v1, Endpoints, Hits.
 */
import type { Clock } from '../core/clock.ts';
import type {
  Dimension,
  Filter,
  GroupRow,
  HitKind,
  HitQuery,
  HitStore,
  ReadOptions,
  Slice,
  StoredHit,
} from '../core/hit-store.ts';
import { offsetOf, type Page } from '../core/page.ts';
import type { Account } from '../features/accounts/service.ts';
import type { SiteRow } from '../features/sites/store.ts';
import { bucketsOf, type Interval } from '../lib/time.ts';
import { pageOf, presentPagination } from './paging.ts';
import { type Period, periodOf, presentPeriod, type TimeZoneMode } from './period.ts';

/** How a parameter compares with the dimension of its name. */
type Comparison = 'exact' | 'part';

/** What rows may be grouped by: a dimension, or the days of the period. */
export type Grouping = Dimension | 'date';

/** What a kind's reports have of their own. */
export interface ReportKind {
  readonly kind: HitKind;
  /** Name of the list in the answer. */
  readonly listName: string;
  /** Parameters that leave rows out, in the order of their echo. */
  readonly filters: Readonly<Partial<Record<Dimension, Comparison>>>;
  readonly presentRow: (row: StoredHit, site: SiteRow) => object;
  /** Absent where rows are only listed. */
  readonly groups?: {
    /** Name of the list of groups in the answer. */
    readonly listName: string;
    /** Name of a group's count. */
    readonly countName: string;
    /** Where only `grouped` is asked for. */
    readonly standard: Dimension;
    /** Where a group is more than its key and its count. */
    readonly present?: (row: GroupRow, dimension: Dimension, site: SiteRow) => object | undefined;
  };
  readonly summarize: (asked: SummaryRequest) => Promise<ReportSummary>;
}

/** The rows that a summary is of. */
export interface SummaryRequest {
  readonly hits: HitStore;
  readonly query: HitQuery;
  readonly options: ReadOptions;
  /** How many groups a dimension has among them; not asked twice where the list is of these groups. */
  readonly countGroups: (dimension: Dimension) => Promise<number>;
}

/** A summary as the wire has it, and how many rows there are to page through. */
export interface ReportSummary {
  readonly rowCount: number;
  readonly summary: object;
}

/** Query of a report, whatever its kind. */
interface ReportQuery extends Readonly<Partial<Record<Dimension, string>>> {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly time_zone?: TimeZoneMode;
  readonly grouped?: boolean;
  readonly group_by?: Grouping;
  readonly interval?: Interval;
  readonly page?: number;
  readonly per_page?: number;
}

/** Who asks what of which site. */
export interface ReportRequest {
  readonly account: Account;
  readonly site: SiteRow;
  readonly query: ReportQuery;
  readonly request: Request;
}

/** One question, worked out: what the engine is asked, and what the answer echoes. */
interface Question extends ReportRequest {
  readonly period: Period;
  readonly page: Page;
  readonly rows: HitQuery;
  /** Null for a plain list. */
  readonly grouping: Grouping | null;
}

/** A dimension, and its groups as soon as the engine has them. */
interface Grouped {
  readonly by: Dimension;
  readonly groups: ReturnType<HitStore['group']>;
}

/** The part of an answer that tells a list from groups and series. */
interface Part {
  readonly name: string;
  readonly rows: readonly object[];
  readonly page: Page;
  /** Null: as many as the summary counts. */
  readonly total: number | null;
}

export type Reports = ReturnType<typeof createReports>;

/** Answers questions about rows of one kind. */
export function createReports(
  { hits, clock }: { readonly hits: HitStore; readonly clock: Clock },
  kind: ReportKind,
) {
  async function list({ rows, page, site }: Question, options: ReadOptions): Promise<Part> {
    const found = await hits.list(rows, sliceOf(page), options);
    return { name: kind.listName, rows: found.map(row => kind.presentRow(row, site)), page, total: null };
  }

  async function group({ page, site }: Question, { by, groups }: Grouped): Promise<Part> {
    const { rows, total } = await groups;
    const name = kind.groups?.listName ?? '';
    return { name, rows: rows.map(row => presentGroup(kind, row, by, site)), page, total };
  }

  /** The whole series on one page, however small a page was asked for. Source: api-v1, Hits, behaviour 1. */
  async function series(question: Question, options: ReadOptions): Promise<Part> {
    const { rows, page, period, account, query } = question;
    const { days, edges } = bucketsOf(period, query.interval ?? 'day', period.zone, account.owner.weekStart);
    const buckets = await hits.series(rows, edges, options);
    return {
      name: kind.groups?.listName ?? '',
      rows: days.map((date, index) => ({ date, [countNameOf(kind)]: buckets[index]?.hits ?? 0 })),
      page: { number: 1, size: Math.max(page.size, days.length) },
      total: days.length,
    };
  }

  /** The answer to a question, as the wire has it. 400 for a period that is none. */
  return async (asked: ReportRequest) => {
    const question = questionOf(kind, asked, clock.now());
    const options = { signal: asked.request.signal };
    const { grouping, rows: query } = question;
    const groupsOf = (dimension: Dimension, slice: Slice) => hits.group(query, dimension, slice, options);
    const grouped =
      grouping === null || grouping === 'date'
        ? null
        : { by: grouping, groups: groupsOf(grouping, sliceOf(question.page)) };
    const countGroups = async (dimension: Dimension) =>
      (await (grouped?.by === dimension ? grouped.groups : groupsOf(dimension, { offset: 0, limit: 1 })))
        .total;
    const [{ name, rows, page, total }, { rowCount, summary }] = await Promise.all([
      grouped ? group(question, grouped) : grouping ? series(question, options) : list(question, options),
      kind.summarize({ hits, query, options, countGroups }),
    ]);
    return {
      [name]: rows,
      pagination: presentPagination(page, total ?? rowCount),
      filters: presentFilters(kind, question),
      summary,
    };
  };
}

const sliceOf = (page: Page): Slice => ({ offset: offsetOf(page), limit: page.size });

const countNameOf = ({ groups }: ReportKind): string => groups?.countName ?? 'count';

const presentGroup = (kind: ReportKind, row: GroupRow, dimension: Dimension, site: SiteRow): object =>
  kind.groups?.present?.(row, dimension, site) ?? { [dimension]: row.key, [countNameOf(kind)]: row.hits };

function questionOf(kind: ReportKind, asked: ReportRequest, now: Date): Question {
  const { query, site, account } = asked;
  const period = periodOf(query, account, now);
  // `group_by` alone asks for groups too; `grouped=false` says no.
  const isGrouped = kind.groups !== undefined && (query.grouped ?? query.group_by !== undefined);
  return {
    ...asked,
    period,
    page: pageOf(query),
    grouping: isGrouped ? (query.group_by ?? kind.groups?.standard ?? null) : null,
    rows: { siteId: site.id, kind: kind.kind, span: period.span, filters: filtersOf(kind, query) },
  };
}

const namesOf = (kind: ReportKind): Dimension[] => Object.keys(kind.filters) as Dimension[];

/** Countries are stored in capitals. */
const wantedOf = (query: ReportQuery, name: Dimension): string | undefined =>
  name === 'country' ? query.country?.toUpperCase() : query[name];

function filtersOf(kind: ReportKind, query: ReportQuery): Filter[] {
  return namesOf(kind).flatMap((name): Filter[] => {
    const wanted = wantedOf(query, name);
    if (wanted === undefined) return [];
    return [
      kind.filters[name] === 'part' ? { dimension: name, contains: wanted } : { dimension: name, is: wanted },
    ];
  });
}

const presentFilters = (kind: ReportKind, { query, period, grouping }: Question) => ({
  ...presentPeriod(period),
  ...Object.fromEntries(namesOf(kind).map(name => [name, wantedOf(query, name) ?? null])),
  ...(kind.groups && {
    grouped: grouping !== null ? true : (query.grouped ?? null),
    group_by: grouping,
    interval: grouping === 'date' ? (query.interval ?? 'day') : null,
  }),
});
