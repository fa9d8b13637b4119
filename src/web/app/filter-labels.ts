/** Labels of filters and their values. */

import { formatCountry } from '../format.ts';
import * as labels from '../labels/shell.tsx';
import type { Filter, FilterName } from '../view.ts';

/** Label of each dimension, and of rows without a value. */
export const FILTER_LABELS: Readonly<Record<FilterName, { readonly name: string; readonly none: string }>> = {
  path: { name: labels.page, none: labels.noPage },
  entry_page: { name: labels.entryPage, none: labels.noEntryPage },
  exit_page: { name: labels.exitPage, none: labels.noExitPage },
  referrer_host: { name: labels.referrer, none: labels.noReferrer },
  referrer: { name: labels.referrerAddress, none: labels.noReferrer },
  source: { name: labels.source, none: labels.noSource },
  campaign: { name: labels.campaign, none: labels.noCampaign },
  medium: { name: labels.medium, none: labels.noMedium },
  country: { name: labels.country, none: labels.unknown },
  browser_name: { name: labels.browser, none: labels.unknownBrowser },
  platform_name: { name: labels.platform, none: labels.unknownPlatform },
  device: { name: labels.device, none: labels.unknownDevice },
  event: { name: labels.event, none: labels.noEvent },
};

const DEVICE_LABELS: Readonly<Record<string, string>> = {
  mobile: labels.mobile,
  desktop: labels.desktop,
  unknown: labels.unknown,
};

/** Formats a value of a filter. It is untrusted: render it with `UntrustedText`. */
export function formatFilterValue(name: FilterName, value: string): string {
  if (value === '') return FILTER_LABELS[name].none;
  if (name === 'country') return formatCountry(value);
  return name === 'device' ? (DEVICE_LABELS[value] ?? value) : value;
}

/** Returns the verb between the name and the value of a filter. */
export const filterVerb = ({ name, isExcluded }: Pick<Filter, 'name' | 'isExcluded'>): string =>
  name === 'referrer' ? (isExcluded ? labels.hasNot : labels.has) : isExcluded ? labels.isNot : labels.is;
