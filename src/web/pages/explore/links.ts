/** Links to the overview of a site. */
import { DEFAULT_VIEW, type Filter, formatView, type View, withFilter } from '../../view.ts';

/** Returns the path of a site's overview with one more filter; the rest of the view is kept. */
export const overviewHref = (
  siteId: number,
  filter: Pick<Filter, 'name' | 'value'>,
  view: View = DEFAULT_VIEW,
): string => `/sites/${siteId}${formatView(withFilter(view, { ...filter, isExcluded: false }))}`;

/** Returns the host of a URL without `www.`; the whole text where there is none. */
export function hostWithoutWww(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '') || address;
  } catch {
    return address;
  }
}
