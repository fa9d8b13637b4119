/** Which sections of a site the answer of a report is of, for callers who may read some alone. Source: decisions, section 10. */
import { DIMENSION_SECTIONS } from '../core/dimension-sections.ts';
import { listSegments, type ViewSection } from '../core/view.ts';

/** Sections that a report is of. Null: of none. */
export type Sections = readonly (ViewSection | null)[];

/** A goal is no filter: it adds conversions to what a report has. */
const ofName = (name: string): ViewSection | null =>
  name === 'goal' ? 'goals' : (DIMENSION_SECTIONS[name] ?? null);

/** Parameters that choose among the rows of a report by time, or how they are shown, and tell nothing more of them. */
const PLAIN_PARAMETERS: ReadonlySet<string> = new Set([
  ...['start_date', 'end_date', 'time_zone', 'period', 'page', 'per_page', 'format', 'search', 'segment'],
  ...['compare', 'compare_start_date', 'compare_end_date', 'grouped', 'group_by', 'interval', 'order_by'],
  ...['attribution', 'min_pages', 'include_uniques', 'include_visitors', 'include_engagement'],
  ...['include_page_engagement', 'include_usual', 'include_changes', 'metric'],
]);

/** Returns the sections of the filters of a query and of the segment that it names: by what is filtered, it can be read. */
export function filterSections(query: object): Sections {
  const given = [query, ...listSegments(query).map(({ filters }) => filters)];
  return given.flatMap(filters =>
    Object.keys(filters).flatMap(parameter => {
      const name = parameter.replace(/^not_/, '');
      // What is new is shown to nobody until it has a section.
      return PLAIN_PARAMETERS.has(parameter) ? [] : [ofName(name)];
    }),
  );
}

/** The sections of reports on rows of a kind. */
interface RowSections {
  /** Of every one of them; absent where the grouping alone tells. */
  readonly all?: ViewSection;
  readonly list: ViewSection;
  readonly series: ViewSection;
  /** Of groups whatever they are by. Default: the one of the dimension. */
  readonly groups?: ViewSection;
  /** The grouping without `group_by`. */
  readonly defaultGrouping: string;
}

/** Returns the function that finds the sections of a report on rows of a kind. */
export const reportSections =
  ({ all, list, series, groups, defaultGrouping }: RowSections) =>
  (query: object): Sections => {
    const { grouped, group_by: by } = query as { readonly grouped?: boolean; readonly group_by?: string };
    const isGrouped = grouped ?? by !== undefined;
    const ofGroups = by === 'date' ? series : (groups ?? ofName(by ?? defaultGrouping));
    return [...(all ? [all] : []), isGrouped ? ofGroups : list, ...filterSections(query)];
  };
