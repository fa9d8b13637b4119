/** Labels of filters and their values. */

import { formatCountry } from '../format.ts';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import type { Filter, FilterName } from '../view.ts';

/** Label of each dimension, and of rows without a value. */
export const FILTER_LABELS: Readonly<Record<FilterName, { readonly name: string; readonly none: string }>> = {
  path: { name: shared.page, none: labels.noPage },
  entry_page: { name: shared.entryPage, none: labels.noEntryPage },
  exit_page: { name: shared.exitPage, none: labels.noExitPage },
  referrer_host: { name: shared.referrer, none: shared.noReferrer },
  referrer: { name: labels.referrerAddress, none: shared.noReferrer },
  source: { name: shared.source, none: labels.noSource },
  campaign: { name: shared.campaign, none: labels.noCampaign },
  medium: { name: shared.medium, none: labels.noMedium },
  country: { name: shared.country, none: shared.unknown },
  browser_name: { name: shared.browser, none: shared.unknownBrowser },
  platform_name: { name: shared.platform, none: labels.unknownPlatform },
  device: { name: shared.device, none: labels.unknownDevice },
  event: { name: shared.event, none: labels.noEvent },
};

const DEVICE_LABELS: Readonly<Record<string, string>> = {
  mobile: shared.mobile,
  desktop: shared.desktop,
  unknown: shared.unknown,
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
