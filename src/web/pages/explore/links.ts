/** Ways from these pages to the overview, with one filter. */
import { DEFAULT_VIEW, type FilterName, formatView, type View, withFilter } from '../../view.ts';

/** The overview of a site, of the rows with a value only. The rest of a view goes along. */
export const overviewHref = (
  siteId: number,
  name: FilterName,
  value: string,
  view: View = DEFAULT_VIEW,
): string => `/sites/${siteId}${formatView(withFilter(view, { name, value, isExcluded: false }))}`;

/** The host of an address, without `www.`; the whole of it where it is none. */
export function hostWithoutWww(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '') || address;
  } catch {
    return address;
  }
}
