import { createReports, type ReportTime } from '../../http/report.ts';
import { counted, type ReportKind, type ReportRows } from '../../http/report-kind.ts';
import { KUDO_COLUMNS, KUDO_FILTERS, presentKudo } from './schema.ts';
import type { KudoField, KudoRow, KudosStore } from './store.ts';

const KUDOS: ReportKind<KudoRow, KudoField> = {
  listName: 'kudos',
  groupsName: 'grouped_kudos',
  columns: KUDO_COLUMNS,
  listHasSummary: false,
  filters: KUDO_FILTERS,
  standard: 'path',
  presentRow: presentKudo,
  ...counted('kudo_count'),
};

/** Kudos as reports read them. They are counted by pages and by time, and nobody's visit makes one unique. */
const kudoRows = (store: KudosStore): ReportRows<KudoRow, KudoField> => ({
  list: async (query, slice) => store.list(query, slice),
  async group(query, _, slice, { search }) {
    const { groups, total } = store.countsByPath(query, slice, search);
    return { rows: groups.map(({ path, count }) => ({ key: path, hits: count, uniqueHits: 0 })), total };
  },
  series: async (query, edges) =>
    store.countsBetween(query, edges).map(count => ({ hits: count, uniqueHits: 0 })),
  async summarize(query) {
    const total = store.count(query);
    return { rowCount: total, summary: { total_kudos: total } };
  },
});

/** Answers questions about kudos. Source: api-v1, Endpoints, Kudos. */
export const createKudoReports = ({ store, ...periods }: ReportTime & { readonly store: KudosStore }) =>
  createReports({ ...periods, kind: KUDOS, rows: kudoRows(store) });
