/** Links between the pages about ways through a site: journeys, paths, funnels and returning visitors. */
import { useSearch } from 'wouter';
import { isPageReadable } from '../../app/site-page-sections.ts';
import { useSections } from '../../app/user.ts';
import * as labels from '../../labels/funnels.tsx';
import * as returning from '../../labels/returning.ts';
import * as shared from '../../labels/shared.tsx';
import { PartNavigation } from '../../ui/part-navigation.tsx';
import { formatView, parseView } from '../../view.ts';

const PAGES = [
  ['/journeys', shared.journeys],
  ['/journeys/paths', labels.paths],
  ['/journeys/funnels', labels.funnels],
  ['/journeys/returning', returning.title],
] as const;

export function WaysNavigation({ siteId }: { readonly siteId: number }) {
  const sections = useSections();
  const pages = PAGES.filter(([end]) => isPageReadable(end, sections));
  // The view is kept when changing pages.
  const view = formatView(parseView(useSearch()));
  return (
    <PartNavigation
      label={labels.ways}
      pages={pages.map(([end, text]) => [`/sites/${siteId}${end}`, text])}
      query={view}
    />
  );
}
