/** How the list of sites is sorted and filtered. */

import { relativeChange } from '../../format.ts';
import { numberLocale } from '../../labels/language.ts';
import { type ListedSite, matchesSearch, toNumbers } from './site-numbers.ts';
import type { SortedSites } from './use-site-order.ts';

/** `own`: the order that the user has dragged them to, the pinned first. */
export const SITE_SORTS = ['own', 'name', 'visitors', 'rising', 'falling', 'status'] as const;
export type SiteSort = (typeof SITE_SORTS)[number];

export const SITE_STATES = ['all', 'down', 'no_hits'] as const;
export type SiteState = (typeof SITE_STATES)[number];

export interface ListState {
  readonly sort: SiteSort;
  readonly state: SiteState;
  readonly words: string;
}

const DEFAULT_LIST: ListState = { sort: 'own', state: 'all', words: '' };

/** Names of the parameters in the address. */
const LIST_PARAMETERS = { sort: 'sort', state: 'state', words: 'q' } as const;

/** Parses the state from the query string of the address; what is unknown is the default. */
export function parseListState(search: string): ListState {
  const parameters = new URLSearchParams(search);
  const get = (name: keyof ListState) => parameters.get(LIST_PARAMETERS[name]);
  return {
    sort: SITE_SORTS.find(sort => sort === get('sort')) ?? DEFAULT_LIST.sort,
    state: SITE_STATES.find(state => state === get('state')) ?? DEFAULT_LIST.state,
    words: get('words') ?? DEFAULT_LIST.words,
  };
}

/** Returns a query string with another state; the rest of it is kept. */
export function withListState(search: string, state: ListState): string {
  const parameters = new URLSearchParams(search);
  for (const name of Object.keys(LIST_PARAMETERS) as (keyof ListState)[]) {
    if (state[name] === DEFAULT_LIST[name]) parameters.delete(LIST_PARAMETERS[name]);
    else parameters.set(LIST_PARAMETERS[name], state[name]);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

const isDown = ({ status }: ListedSite): boolean => status?.uptime === 'down' || status?.uptime === 'paused';

const IS_IN_STATE: Readonly<Record<SiteState, (site: ListedSite) => boolean>> = {
  all: () => true,
  down: isDown,
  no_hits: site => toNumbers(site).hits === 0,
};

/** Counts the sites in each state. */
export const countStates = (sites: readonly ListedSite[]): Readonly<Record<SiteState, number>> => ({
  all: sites.length,
  down: sites.filter(IS_IN_STATE.down).length,
  no_hits: sites.filter(IS_IN_STATE.no_hits).length,
});

/** Returns the change of a site's visitors; a site that had none before has risen without limit. */
function changeOf(site: ListedSite): number {
  const { visitors, before } = toNumbers(site);
  const change = relativeChange(visitors, before?.visitors ?? 0);
  return change ?? (visitors > 0 ? Number.POSITIVE_INFINITY : 0);
}

/** Worst first. */
function urgency(site: ListedSite): number {
  if (isDown(site)) return 0;
  if ((site.status?.open_content_issues ?? 0) > 0) return 1;
  if (!site.active) return 2;
  return site.status?.uptime === 'up' ? 4 : 3;
}

const names = new Intl.Collator(numberLocale, { numeric: true, sensitivity: 'base' });
const byName = (a: ListedSite, b: ListedSite): number => names.compare(a.label, b.label);
/** Subtracting two infinities gives no number. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const COMPARE: Readonly<Record<Exclude<SiteSort, 'own'>, (a: ListedSite, b: ListedSite) => number>> = {
  name: byName,
  visitors: (a, b) => compare(toNumbers(b).visitors, toNumbers(a).visitors),
  rising: (a, b) => compare(changeOf(b), changeOf(a)),
  falling: (a, b) => compare(changeOf(a), changeOf(b)),
  status: (a, b) => compare(urgency(a), urgency(b)),
};

/** Sorts and filters the sites. Sorted by a figure or name, all are one list: pinned sites stand among the others. */
export function listSites(sorted: SortedSites, { sort, state, words }: ListState): SortedSites {
  const text = words.trim();
  const filter = (sites: readonly ListedSite[]) =>
    sites.filter(site => IS_IN_STATE[state](site) && (text === '' || matchesSearch(site, text)));
  const [pinned, others] = [filter(sorted.pinned), filter(sorted.others)];
  if (sort === 'own') return { pinned, others };
  const byFigure = COMPARE[sort];
  return { pinned: [], others: [...pinned, ...others].toSorted((a, b) => byFigure(a, b) || byName(a, b)) };
}
