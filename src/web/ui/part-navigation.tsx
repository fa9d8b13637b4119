/** Links between the pages of one part of a site, such as its journeys, paths and funnels. */
import { Link, useLocation } from 'wouter';
import { addStyles } from './add-styles.ts';
import styles from './part-navigation.css' with { type: 'text' };

addStyles(styles);

interface PartNavigationProps {
  readonly label: string;
  /** Addresses with their texts. The first one's begins the others. */
  readonly pages: readonly (readonly [href: string, text: string])[];
  /** Query that every link has, with its `?`; empty for none. */
  readonly query?: string;
}

export function PartNavigation({ label, pages, query = '' }: PartNavigationProps) {
  const [path] = useLocation();
  const isCurrent = (href: string) => (href === pages[0]?.[0] ? path === href : path.startsWith(href));
  return (
    <nav className="part-navigation" aria-label={label}>
      {pages.map(([href, text]) => (
        <Link key={href} href={href + query} aria-current={isCurrent(href) ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
