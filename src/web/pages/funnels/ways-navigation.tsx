/** Links between the pages about ways through a site: journeys, paths and funnels. */
import { Link, useLocation, useSearch } from 'wouter';
import * as labels from '../../labels/funnels.tsx';
import * as shared from '../../labels/shared.tsx';
import { formatView, parseView } from '../../view.ts';

const PAGES = [
  ['/journeys', shared.journeys],
  ['/journeys/paths', labels.paths],
  ['/journeys/funnels', labels.funnels],
] as const;

export function WaysNavigation({ siteId }: { readonly siteId: number }) {
  const [path] = useLocation();
  // The view is kept when changing pages.
  const view = formatView(parseView(useSearch()));
  const isCurrent = (href: string) => (href.endsWith('/journeys') ? path === href : path.startsWith(href));
  return (
    <nav className="ways" aria-label={labels.ways}>
      {PAGES.map(([end, text]) => {
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
