/** Filters as people read them. */
import { formatCountry } from '../format.ts';
import type { Filter, FilterName } from '../view.ts';

/** Each filter by name, and what a row without one is called. */
export const FILTER_LABELS: Readonly<Record<FilterName, { readonly name: string; readonly none: string }>> = {
  path: { name: 'Page', none: 'No page' },
  entry_page: { name: 'Entry page', none: 'No entry page' },
  exit_page: { name: 'Exit page', none: 'No exit page' },
  referrer_host: { name: 'Referrer', none: 'No referrer' },
  referrer: { name: 'Referrer address', none: 'No referrer' },
  source: { name: 'Source', none: 'No source' },
  campaign: { name: 'Campaign', none: 'No campaign' },
  medium: { name: 'Medium', none: 'No medium' },
  country: { name: 'Country', none: 'Unknown' },
  browser_name: { name: 'Browser', none: 'Unknown browser' },
  platform_name: { name: 'Platform', none: 'Unknown platform' },
  device: { name: 'Device', none: 'Unknown device' },
  event: { name: 'Event', none: 'No event' },
};

const DEVICE_LABELS: Readonly<Record<string, string>> = {
  mobile: 'Mobile',
  desktop: 'Desktop',
  unknown: 'Unknown',
};

/** A value of a filter in words; from outside, so that it is shown with `Outside`. */
export function formatFilterValue(name: FilterName, value: string): string {
  if (value === '') return FILTER_LABELS[name].none;
  if (name === 'country') return formatCountry(value);
  return name === 'device' ? (DEVICE_LABELS[value] ?? value) : value;
}

/** What a filter does, between its name and its value. */
export const filterVerb = ({ name, isExcluded }: Pick<Filter, 'name' | 'isExcluded'>): string =>
  name === 'referrer' ? (isExcluded ? 'has not' : 'has') : isExcluded ? 'is not' : 'is';
