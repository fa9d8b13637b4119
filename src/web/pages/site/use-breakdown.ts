/** The rows of a breakdown, as the view asks for them. */
import { apiAddress, type Query } from '../../api.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import type { BreakdownFacts } from './breakdown-facts.ts';
import { type BreakdownAnswer, labelOf, rowsOf } from './breakdown-rows.ts';
import { paceOf } from './pace.ts';

/** Rows of a panel. */
export const SHOWN = 8;
/** More than there are countries. */
const ALL_NAMED = 300;

export interface BreakdownQuestion {
  readonly siteId: number;
  readonly facts: BreakdownFacts;
  /** Rows of one agent, provider or purpose only. */
  readonly narrowed?: Query;
  readonly isEnabled?: boolean;
  readonly search?: string;
  readonly page?: number;
  readonly perPage?: number;
}

function queryOf(filtered: Query, { facts, narrowed, search = '' }: BreakdownQuestion): Query {
  return {
    ...filtered,
    ...narrowed,
    group_by: facts.by,
    ...(facts.hasUniques ? { include_uniques: true } : {}),
    ...(search === '' || facts.isNamed ? {} : { search }),
  };
}

export function useBreakdown(question: BreakdownQuestion) {
  const { siteId, facts, isEnabled = true, search = '', page = 1, perPage = SHOWN } = question;
  const inUse = useView();
  const { data, error, refetch, isPlaceholderData } = useApi<BreakdownAnswer>(
    `/sites/${siteId}/${facts.endpoint}`,
    {
      ...queryOf(inUse.filtered, question),
      per_page: facts.isNamed ? ALL_NAMED : perPage,
      ...(page > 1 ? { page } : {}),
    },
    { isEnabled, keepsPrevious: true, everyMs: paceOf(inUse) },
  );
  const found = data && rowsOf(data, facts);
  const wanted = search.toLowerCase();
  const answer =
    found && facts.isNamed && wanted !== ''
      ? { ...found, rows: found.rows.filter(({ key }) => labelOf(facts, key).toLowerCase().includes(wanted)) }
      : found;
  return { answer, error, refetch: () => void refetch(), isOld: isPlaceholderData };
}

/** Where all rows of a breakdown are as a file for spreadsheets. */
export function useCsvAddress(question: BreakdownQuestion): string {
  const { filtered } = useView();
  const { siteId, facts } = question;
  return apiAddress(`/sites/${siteId}/${facts.endpoint}`, { ...queryOf(filtered, question), format: 'csv' });
}
