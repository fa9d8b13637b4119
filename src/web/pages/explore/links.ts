/** Ways from these pages to the overview, with one filter. */
import { DEFAULT_VIEW, type FilterName, type View, withFilter, writeView } from '../../view.ts';

/** The overview of a site, of the rows with a value only. The rest of a view goes along. */
export const overviewOf = (
  siteId: number,
  name: FilterName,
  value: string,
  view: View = DEFAULT_VIEW,
): string => `/sites/${siteId}${writeView(withFilter(view, { name, value, isExcluded: false }))}`;

/** The host of an address, without `www.`; the whole of it where it is none. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '') || address;
  } catch {
    return address;
  }
}

/** An address that a link may lead to; undefined for anything but web pages. */
export const safeAddress = (address: string): string | undefined =>
  /^https?:\/\//i.test(address) ? address : undefined;
