/** Works visits out from few rows, as `sessions.ts` does from many: there, starting a statement's operators costs more than the rows. */
import { splitIntoVisits, type VisitRow } from '../../../core/hits/visitor-delta.ts';
import {
  type Cell,
  COLUMN_SEPARATOR,
  formatCell,
  PARSE_SQL,
  ROW_SEPARATOR,
  splitRows,
} from '../rows/row-text.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

/** A row of a visitor. */
export interface VisitorRow extends VisitRow {
  /** Twice the id of a hit, and that of an event and one more. */
  readonly row_ref: number;
  readonly path: string | null;
  readonly is_unique: boolean;
}

/** Types of the columns of visits, after the id, in the order of `VISIT_COLUMNS`. */
const PARSERS = [
  (text: string) => `${text}::bigint`,
  PARSE_SQL.integer,
  PARSE_SQL.integer,
  PARSE_SQL.integer,
  PARSE_SQL.integer,
  PARSE_SQL.varchar,
  PARSE_SQL.boolean,
] as const;

/** Values of `VISIT_COLUMNS` of rows, as text. */
export type VisitTexts = Readonly<Record<'hits' | 'events', string>>;

/** Returns the ids of the first hit of each path. */
const findFirstViews = (hits: readonly VisitorRow[]): Set<number> => {
  const ids = new Map<string | null, number>();
  for (const { path, id } of hits) ids.set(path, Math.min(id, ids.get(path) ?? id));
  return new Set(ids.values());
};

/** Returns the values of the figures of a visit. */
const getFigures = (visit: readonly VisitorRow[], hits: readonly VisitorRow[]): Cell[] => {
  const [entry, exit] = [hits[0]?.path ?? null, hits.at(-1)?.path ?? null];
  return [
    hits.length,
    hits.filter(row => row.is_unique).length,
    visit.length - hits.length,
    +(visit.at(-1)?.created_at ?? 0) - +(visit[0]?.created_at ?? 0),
    exit === entry ? null : exit,
  ];
};

const NO_FIGURES: readonly Cell[] = [null, null, null, null, null];

/** Works out the values of a site's rows. They have to be all rows of their visitors and days. */
export const sessionize = (rows: readonly VisitorRow[]): VisitTexts => {
  const lines: Record<'hits' | 'events', string[]> = { hits: [], events: [] };
  const addVisit = (visit: readonly VisitorRow[]) => {
    const hits = visit.filter(row => !row.is_event);
    const first = hits[0] ?? visit[0];
    const firstViews = findFirstViews(hits);
    for (const row of visit) {
      const cells = [
        row.id,
        first?.row_ref ?? null,
        ...(row === first ? getFigures(visit, hits) : NO_FIGURES),
        !row.is_event && firstViews.has(row.id) ? true : null,
      ];
      lines[row.is_event ? 'events' : 'hits'].push(cells.map(formatCell).join(COLUMN_SEPARATOR));
    }
  };
  for (const visit of splitIntoVisits(rows)) addVisit(visit);
  return { hits: lines.hits.join(ROW_SEPARATOR), events: lines.events.join(ROW_SEPARATOR) };
};

/** Selects the ids and values of rows from their text. */
export const selectFromText = (text: string, columns: readonly string[]): Sql => {
  const values = PARSERS.map((parse, index) => `${parse(`f[${index + 2}]`)} as ${columns[index]}`);
  return sql`select f[1]::bigint as id, ${raw(values.join(', '))} from (${splitRows(sql`${text}`)})`;
};
