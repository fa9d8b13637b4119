/** Links between the pages about ways through a site: journeys, paths and funnels. */
import { Link, useLocation, useSearch } from 'wouter';
import { useSections } from '../../app/user.ts';
import * as labels from '../../labels/funnels.tsx';
import * as shared from '../../labels/shared.tsx';
import { formatView, parseView } from '../../view.ts';

const PAGES = [
  ['/journeys', shared.journeys, 'journeys'],
  // Paths are for those who may read all of a site.
  ['/journeys/paths', labels.paths, null],
  ['/journeys/funnels', labels.funnels, 'funnels'],
] as const;

export function WaysNavigation({ siteId }: { readonly siteId: number }) {
  const [path] = useLocation();
  const sections = useSections();
  const pages = PAGES.filter(
    ([, , section]) => !sections || (section !== null && sections.includes(section)),
  );
  // The view is kept when changing pages.
  const view = formatView(parseView(useSearch()));
  const isCurrent = (href: string) => (href.endsWith('/journeys') ? path === href : path.startsWith(href));
  return (
    <nav className="ways" aria-label={labels.ways}>
      {pages.map(([end, text]) => {
        const href = `/sites/${siteId}${end}`;
        return (
          <Link key={end} href={href + view} aria-current={isCurrent(href) ? 'page' : undefined}>
            {text}
          </Link>
        );
      })}
    </nav>
  );
}
