import { presentCounts, type ReportKind, type ReportRows } from '../../reports/kind.ts';
import { createReports, type ReportTime } from '../../reports/report.ts';
import type { KudoField, KudoRow } from './reads/store.ts';
import { KUDO_COLUMNS, KUDO_FILTERS, presentKudo } from './schema.ts';
import type { KudosStore } from './store.ts';

const KUDOS: ReportKind<KudoRow, KudoField> = {
  listName: 'kudos',
  groupsName: 'grouped_kudos',
  columns: KUDO_COLUMNS,
  listHasSummary: false,
  filters: KUDO_FILTERS,
  defaultGrouping: 'path',
  presentRow: presentKudo,
  ...presentCounts('kudo_count'),
};

/** Reads kudos for reports. They are counted by page and time, without unique visitors. */
const kudoRows = (store: KudosStore): ReportRows<KudoRow, KudoField> => ({
  list: store.list,
  async group(query, _, options) {
    const { groups, total } = await store.countsByPath(query, options);
    return { rows: groups.map(({ path, count }) => ({ key: path, hits: count, uniqueHits: 0 })), total };
  },
  series: async (query, edges, options) =>
    (await store.countsBetween(query, edges, options)).map(count => ({ hits: count, uniqueHits: 0 })),
  async summarize(query, _, options) {
    const total = await store.count(query, options);
    return { rowCount: total, summary: { total_kudos: total } };
  },
});

/** Creates the reports of kudos. Source: api-v1, Endpoints, Kudos. */
export const createKudoReports = ({ store, ...periods }: ReportTime & { readonly store: KudosStore }) =>
  createReports({ ...periods, kind: KUDOS, rows: kudoRows(store) });
