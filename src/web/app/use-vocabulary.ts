/** The values of a site that a question may name: the commonest of the last year, and those that its words are found in. */

import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays } from '../../lib/time.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { call } from '../api.ts';
import type { Query } from '../api-url.ts';
import { DIMENSIONS } from '../dimensions.ts';
import { FILTERS, type FilterName } from '../filter-names.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import {
  type AskedSite,
  type Index,
  indexValues,
  indexVocabulary,
  unknownWords,
  type Vocabulary,
} from './ask.ts';
import type { Calendar } from './ask-periods.ts';

type Row = Readonly<Record<string, string | number | null>>;
interface Answer {
  readonly grouped_hits?: readonly Row[];
  readonly grouped_events?: readonly Row[];
}

/** More than there are countries. */
const MAX_VALUES = 300;
const MAX_FOUND = 8;
const MAX_SEARCHED_WORDS = 2;
const STALE_MS = 5 * MINUTE_MS;
/** Entry and exit pages are paths, and a referrer is named by its host. */
const LISTED = FILTERS.filter(name => DIMENSIONS[name].isAsked);
/** Dimensions with more values than are listed. */
const SEARCHED = FILTERS.filter(name => DIMENSIONS[name].isAsked === 'searched');

interface Part {
  readonly name: FilterName;
  readonly values: readonly string[];
}

const partQuery = (siteId: number | null, name: FilterName, query: Query) => {
  const path = `/sites/${siteId}/${name === 'event' ? 'events' : 'hits'}`;
  const full = { ...query, group_by: name };
  return {
    queryKey: ['words', path, full],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Part> => {
      const { grouped_hits, grouped_events } = await call<Answer>('GET', path, { query: full, signal });
      const rows = grouped_hits ?? grouped_events ?? [];
      return { name, values: rows.map(row => String(row[name] ?? '')) };
    },
    enabled: siteId !== null,
    staleTime: STALE_MS,
  };
};

function mergeParts(parts: readonly (Part | undefined)[]): Vocabulary['values'] {
  const values: Partial<Record<FilterName, string[]>> = {};
  for (const part of parts) {
    if (part) values[part.name] = [...new Set([...(values[part.name] ?? []), ...part.values])];
  }
  return values;
}

interface Merged {
  readonly values: Vocabulary['values'];
  readonly isPending: boolean;
}

const combine = (
  results: readonly { readonly data?: Part | undefined; readonly isLoading: boolean }[],
): Merged => ({
  values: mergeParts(results.map(({ data }) => data)),
  isPending: results.some(({ isLoading }) => isLoading),
});

/** Returns what a text on a site (null: none yet) is compared with, and whether some of it is on its way. */
export function useVocabulary({
  siteId,
  text,
  sites,
  pages,
  calendar,
}: {
  readonly siteId: number | null;
  readonly text: string;
  readonly sites: readonly AskedSite[];
  readonly pages: Vocabulary['pages'];
  readonly calendar: Calendar;
}): { readonly index: Index; readonly isPending: boolean } {
  const asked = text.trim() === '' ? null : siteId;
  const { today } = calendar;
  const year = { start_date: addDays(today, -364), end_date: today, time_zone: 'site' };
  const listed = useQueries({
    queries: LISTED.map(name => partQuery(asked, name, { ...year, per_page: MAX_VALUES })),
    combine,
  });
  const known = useMemo(
    () => indexVocabulary({ values: listed.values, sites, pages }),
    [listed.values, sites, pages],
  );
  const rested = useDebounced(text);
  const words = useMemo(
    () => (listed.isPending ? [] : unknownWords(rested, known, calendar).slice(0, MAX_SEARCHED_WORDS)),
    [listed.isPending, rested, known, calendar],
  );
  const searched = useQueries({
    queries: words.flatMap(search =>
      SEARCHED.map(name => partQuery(asked, name, { ...year, search, per_page: MAX_FOUND })),
    ),
    combine,
  });
  const index = useMemo(() => [...known, ...indexValues(searched.values)], [known, searched.values]);
  return {
    index,
    isPending: asked !== null && (listed.isPending || searched.isPending || rested !== text),
  };
}
