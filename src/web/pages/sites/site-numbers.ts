/** Numbers of sites, of one and of several combined. */

import type { Static } from '@sinclair/typebox';
import type { Day } from '../../../core/span.ts';
import type { SiteList as SiteListModel, SiteModel } from '../../../features/sites/schema.ts';
import { startOfDay } from '../../../lib/time.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import type { Now } from '../../charts/series.ts';
import { displayHost, displayLabel } from '../../format.ts';

export type ListedSite = Static<typeof SiteModel>;
export type SiteList = Static<typeof SiteListModel>;

export interface Numbers {
  readonly hits: number;
  readonly visitors: number;
  /** Of the days before; null where nothing is compared. */
  readonly before: { readonly hits: number; readonly visitors: number } | null;
  /** Hits of each day, or of each hour of a period of one day. */
  readonly series: readonly number[];
}

export const toNumbers = (site: ListedSite): Numbers => ({
  hits: site.period_hits ?? 0,
  visitors: site.period_visitors ?? 0,
  before:
    site.previous_period_hits === undefined
      ? null
      : { hits: site.previous_period_hits, visitors: site.previous_period_visitors ?? 0 },
  series: site.period_series ?? [],
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Sums the numbers of several sites. A person who visits two of them counts as two visitors: nothing connects them. */
export function sumNumbers(sites: readonly ListedSite[]): Numbers {
  const each = sites.map(toNumbers);
  const before = each.flatMap(numbers => numbers.before ?? []);
  const length = Math.max(0, ...each.map(({ series }) => series.length));
  return {
    hits: sum(each.map(({ hits }) => hits)),
    visitors: sum(each.map(({ visitors }) => visitors)),
    before:
      before.length === 0
        ? null
        : {
            hits: sum(before.map(({ hits }) => hits)),
            visitors: sum(before.map(({ visitors }) => visitors)),
          },
    series: Array.from({ length }, (_, index) => sum(each.map(({ series }) => series[index] ?? 0))),
  };
}

/** Counts the values of a series that have started: the coming hours of today have none. */
export function countStarted(series: readonly number[], days: DayRange, { at, timeZone }: Now): number {
  if (days.from !== days.to) return series.length;
  const sinceMs = at.getTime() - startOfDay(days.from, timeZone).getTime();
  return Math.max(0, Math.min(series.length, Math.floor(sinceMs / HOUR_MS) + 1));
}

export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** Sums chunks of a number of values, counted from the end: the first chunk may be smaller. */
export function sumChunks(values: readonly number[], size: number): number[] {
  const count = Math.ceil(values.length / size);
  const missing = count * size - values.length;
  return Array.from({ length: count }, (_, index) =>
    sum(values.slice(Math.max(0, index * size - missing), (index + 1) * size - missing)),
  );
}

/** Reduces a series to a maximum number of values by summing neighbours. */
export const downsample = (values: readonly number[], most: number): number[] =>
  sumChunks(values, Math.max(1, Math.ceil(values.length / most)));

/** Returns whether a site matches a search text. */
export function matchesSearch({ label, url }: Pick<ListedSite, 'label' | 'url'>, words: string): boolean {
  const text = `${label} ${displayLabel(label)} ${url} ${displayHost(url)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

/** Why an address can be no site's. The API takes some of these, whose pages the script leaves out or nobody can open. */
export type AddressFault = 'missing' | 'invalid' | 'local' | 'without_dot';

/** Finds what is wrong with the address of a new site; null where nothing is. */
export function findAddressFault(text: string): AddressFault | null {
  const url = withScheme(text);
  if (url === '') return 'missing';
  if (!URL.canParse(url)) return 'invalid';
  const { hostname } = new URL(url);
  // Some browsers encode what no name of a host may have.
  if (hostname.includes('%')) return 'invalid';
  if (/(^|\.)localhost\.?$/.test(hostname)) return 'local';
  // An address of IPv6 has brackets instead.
  return /[.[]/.test(hostname) ? null : 'without_dot';
}

/** Adds `https://` to an address without a scheme. */
export function withScheme(text: string): string {
  const url = text.trim();
  if (url === '' || url.includes('://')) return url;
  return url.startsWith('//') ? `https:${url}` : `https://${url}`;
}
