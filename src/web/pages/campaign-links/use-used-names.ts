/** Names of sources, media and campaigns that the site's hits have had in the last twelve months, the commonest first. */
import { useQueries } from '@tanstack/react-query';
import { PARAMETER_NAMES, type ParameterName } from '../../../core/campaign-link.ts';
import { call } from '../../api.ts';

type Row = Readonly<Record<string, string | number | null>>;

const MAX_NAMES = 100;
const DAYS = 365;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Returns the names in use by parameter; none while they are loaded. */
export function useUsedNames(siteId: number): Readonly<Record<ParameterName, readonly string[]>> {
  const path = `/sites/${siteId}/hits`;
  const answers = useQueries({
    queries: PARAMETER_NAMES.map(name => {
      const query = { group_by: name, per_page: MAX_NAMES, start_date: daysAgo(DAYS) };
      return {
        queryKey: [path, query],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          call<{ readonly grouped_hits: readonly Row[] }>('GET', path, { query, signal }),
        staleTime: 60_000,
      };
    }),
  });
  return Object.fromEntries(
    PARAMETER_NAMES.map((name, index): [string, readonly string[]] => [
      name,
      (answers[index]?.data?.grouped_hits ?? []).flatMap(row => (row[name] ? [String(row[name])] : [])),
    ]),
  ) as Record<ParameterName, readonly string[]>;
}
