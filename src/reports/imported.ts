/** Imported days in reports: which of them a report adds, and what its answer says about them. Source: decisions, section 8. */
import { Type } from '@sinclair/typebox';
import {
  findCounted,
  findImportedDimension,
  type ImportedDimension,
  type ImportedMeasure,
  type ImportedSpan,
  isInRange,
} from '../core/hits/imported-days.ts';
import type { Dimension, HitQuery } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { Day, DayRange, Span } from '../core/span.ts';
import { oneOf } from '../http/schema.ts';
import { addDays, startOfDay, toDay } from '../lib/time.ts';
import type { Period } from './period.ts';

/** What an answer has of imported days; undefined where the site has none in the period. */
export type Imported =
  | { readonly included: true; readonly until: Day; readonly days: DayRange }
  | ({ readonly included: false; readonly until: Day } & Reason);

/** A report that may add imported days. */
export interface ImportedQuestion {
  readonly query: Pick<HitQuery, 'siteId' | 'kind' | 'filters' | 'attribution'>;
  readonly period: Pick<Period, 'first' | 'last' | 'zone'>;
  /** Part of the period: days that are cut are not added. */
  readonly span: Span;
  readonly grouping?: Dimension;
  /** What days never answer. */
  readonly form?: keyof typeof NEVER;
}

/** Why imported days are not in an answer, as programs read it. Added to, never renamed. */
const REASON_CODES = [
  'single_rows',
  'hours',
  'visits',
  'several_filters',
  'combination',
  'no_dimension',
  'no_count',
  'part_of_day',
] as const;
type ReasonCode = (typeof REASON_CODES)[number];

interface Reason {
  readonly code: ReasonCode;
  readonly reason: string;
}

const NEVER = {
  list: { code: 'single_rows', reason: 'imported days are sums: they have no single rows' },
  hours: { code: 'hours', reason: 'imported days have no hours' },
  visits: { code: 'visits', reason: 'imported days have no single visits' },
} as const satisfies Record<string, Reason>;

const SEVERAL_FILTERS: Reason = {
  code: 'several_filters',
  reason: 'imported days can be filtered by one value alone',
};
const PART_OF_DAY: Reason = {
  code: 'part_of_day',
  reason: 'imported days cannot be cut at a time of day',
};

/** Returns the word for the values of a dimension. */
const nameValues = (dimension: ImportedDimension): string => {
  if (dimension === 'path') return 'pages';
  return `${dimension.replace(/_name$/, '').replaceAll('_', ' ')}s`.replace(/ys$/, 'ies');
};

const COUNTED: Readonly<Partial<Record<ImportedMeasure, string>>> = {
  views: 'views',
  visitors: 'visitors',
  events: 'counts',
};

/** Finds what a report adds of a site's imported days. Costs nothing for sites without any. */
export async function findImported(
  hits: Pick<HitStore, 'importedSpans'>,
  question: ImportedQuestion,
): Promise<Imported | undefined> {
  const spans = await hits.importedSpans(question.query.siteId);
  const found = spans.filter(span => isInRange(span, question.period));
  if (found.length === 0) return undefined;
  const until = spans.map(span => span.last).reduce((a, b) => (a > b ? a : b));
  const days = findWholeDays(question.span, question.period.zone);
  const reason = findReason(found, question);
  if (reason !== undefined) return { included: false, until, ...reason };
  return days === undefined ? { included: false, until, ...PART_OF_DAY } : { included: true, until, days };
}

/** Returns the days of a zone that are whole within a span; undefined without any. */
export function findWholeDays({ start, end }: Span, zone: string): DayRange | undefined {
  const day = toDay(start, zone);
  const first = startOfDay(day, zone) < start ? addDays(day, 1) : day;
  const last = addDays(toDay(end, zone), -1);
  return first <= last ? { first, last } : undefined;
}

/** Returns why days cannot answer a question; undefined where they can. */
function findReason(
  spans: readonly ImportedSpan[],
  { query, grouping, form }: ImportedQuestion,
): Reason | undefined {
  if (form) return NEVER[form];
  const [filter, ...others] = query.filters;
  if (others.length > 0 || (filter && !('is' in filter))) return SEVERAL_FILTERS;
  const dimension = findImportedDimension(query, grouping);
  if (dimension === undefined) {
    const [first, second] = [filter?.dimension ?? 'event', grouping ?? 'event'];
    const reason = `imported days do not have ${nameValues(first)} and ${nameValues(second)} together`;
    return { code: 'combination', reason };
  }
  const measures = spans.flatMap(span => span.dimensions.get(dimension) ?? []);
  if (measures.length === 0)
    return { code: 'no_dimension', reason: `the imported days have no ${nameValues(dimension)}` };
  const counted = findCounted(query, grouping);
  return measures.some(has => has.has(counted))
    ? undefined
    : {
        code: 'no_count',
        reason: `the imported days have no ${COUNTED[counted]} of ${nameValues(dimension)}`,
      };
}

/** Returns the days that a query adds. */
export const importedDaysOf = (imported: Imported | undefined): { readonly importedDays?: DayRange } =>
  imported?.included ? { importedDays: imported.days } : {};

/** What is said of imported days. */
export const importedProperties = {
  included: Type.Boolean({ description: 'whether the figures have the imported days in them' }),
  until: Type.String({ description: 'the last imported day of the site' }),
  reason: Type.Optional(Type.String({ description: 'why they are not in the figures' })),
  reason_code: Type.Optional(oneOf(REASON_CODES, { description: 'the same for programs' })),
};

/** When answers say something of imported days. */
export const WHEN_IMPORTED = 'only where daily sums of another tool were imported for days of the period';

/** The field of answers that may have imported days. */
export const importedField = {
  imported: Type.Optional(Type.Object(importedProperties, { description: WHEN_IMPORTED })),
};

/** Presents the field; absent without imported days in the period. */
export const presentImported = (imported: Imported | undefined) => {
  if (!imported) return {};
  const { included, until } = imported;
  const why = !imported.included && { reason: imported.reason, reason_code: imported.code };
  return { imported: { included, until, ...why } };
};
