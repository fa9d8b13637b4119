/** The report on paths: the pages of visits, step by step. */
import { invalidParameter } from '../../core/errors.ts';
import type { PathsQuery } from '../../core/hits/paths.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { formatCsvLine } from '../../lib/csv.ts';
import { normalizePath } from '../../lib/normalize-path.ts';
import { toCsvFile } from '../../reports/csv-file.ts';
import { parseFilters } from '../../reports/filters.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { findImported, presentImported } from '../../reports/imported.ts';
import type { Period, ResolvePeriod } from '../../reports/period.ts';
import type { ReportRequest } from '../../reports/query.ts';
import type { Reports } from '../../reports/report.ts';
import { DEFAULTS, type PathsParams, presentLink, presentPaths } from './schema.ts';

interface Deps {
  readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
  readonly resolvePeriod: ResolvePeriod;
}

/** Hits of a site that are looked at, about: the newest ones. */
const MAX_HITS = 2_000_000;

const COLUMNS = ['step', 'from_kind', 'from_path', 'to_kind', 'to_path', 'visits'] as const;

/** Returns the start of a flow. Throws 400 for two of them. */
const toStart = ({ start_path: path, start_event: event }: PathsParams): PathsQuery['start'] => {
  if (path !== undefined && event !== undefined)
    throw invalidParameter('start_path and start_event exclude each other: leave one of them out');
  if (path !== undefined) return { path: normalizePath(path) };
  return event === undefined ? null : { event };
};

/** Parses the parameters of a flow. Throws 400 for more pages gone through than there are steps. */
const toQuery = (siteId: number, query: PathsParams, period: Period): PathsQuery => {
  const { steps = DEFAULTS.steps, via = [], direction = DEFAULTS.direction } = query;
  if (via.length >= steps)
    throw invalidParameter(`via may have fewer pages than there are steps (${steps}), got ${via.length}`);
  return {
    siteId,
    span: period.span,
    filters: parseFilters(JOURNEY_FILTERS, query),
    start: toStart(query),
    direction,
    steps,
    maxPages: query.pages_per_step ?? DEFAULTS.pagesPerStep,
    via: via.map(path => normalizePath(path ?? '')),
    maxHits: MAX_HITS,
  };
};

/** Creates the report on paths. Source: decisions, section 10. */
export function createPathReports({ hits, resolvePeriod }: Deps): Reports {
  const read = async (request: ReportRequest) => {
    const { site, query, signal } = request;
    const period = await resolvePeriod(query, request);
    const asked = toQuery(site.id, query as PathsParams, period);
    return { period, asked, paths: await hits.ask({ shape: 'flows', of: 'paths', ...asked }, { signal }) };
  };
  return {
    async answer(request) {
      const { period, asked, paths } = await read(request);
      const imported = await findImported(hits, {
        query: { siteId: request.site.id, kind: 'hit', filters: [] },
        period,
        span: period.span,
        form: 'visits',
      });
      return {
        ...presentPaths(paths, { asked, period, query: request.query }),
        ...presentImported(imported),
      };
    },
    async answerCsv(request) {
      const { period, paths } = await read(request);
      const rows = paths.links.map(link => {
        const { step, from, to, visits } = presentLink(link);
        const [from_kind, from_path, to_kind, to_path] = [from.kind, from.path, to.kind, to.path];
        return { step, from_kind, from_path, to_kind, to_path, visits };
      });
      const lines = [COLUMNS, ...rows.map(row => COLUMNS.map(column => row[column]))].map(formatCsvLine);
      return toCsvFile({ name: 'paths', site: request.site, period, lines });
    },
  };
}
