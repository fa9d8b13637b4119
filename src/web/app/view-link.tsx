import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { formatView, parseView } from '../view.ts';

/** A link to another page of reports that keeps the view. */
export function ViewLink({
  path,
  className,
  children,
}: {
  readonly path: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <Link href={path + formatView(parseView(useSearch()))} className={className}>
      {children}
    </Link>
  );
}
