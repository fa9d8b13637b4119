/** Settings with a navigation of their parts, at the side or above on a narrow screen. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { UnsavedChangesGuard } from '../../forms/unsaved-changes-guard.tsx';

export interface Part {
  readonly href: string;
  readonly text: string;
}

export function PartsLayout({
  label,
  parts,
  children,
}: {
  /** Accessible name of the navigation. */
  readonly label: string;
  readonly parts: readonly Part[];
  readonly children: ReactNode;
}) {
  const [path] = useLocation();
  const list = useRef<HTMLElement>(null);
  const current = parts.find(({ href }) => path === href || path.startsWith(`${href}/`))?.href;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the part that matters
  useEffect(() => {
    const [nav, link] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')];
    if (nav && link) nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  }, [current, parts.length]);
  return (
    <div className="parts">
      <nav className="tabs parts-list" aria-label={label} ref={list}>
        {parts.map(({ href, text }) => (
          <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      <div className="parts-body">
        <UnsavedChangesGuard>{children}</UnsavedChangesGuard>
      </div>
    </div>
  );
}
