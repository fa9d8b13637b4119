/** The frame of a page: title and heading, which takes the focus on navigation. */

import { type ReactNode, useEffect, useRef } from 'react';
import * as labels from '../labels/shell.tsx';
import { escapeInvisibleCharacters } from '../ui/untrusted-text.tsx';

let isFirstPage = true;

export function Page({
  title,
  documentTitle = title,
  heading,
  aside,
  children,
}: {
  readonly title: string;
  /** Title of the document where it differs from the heading. */
  readonly documentTitle?: string;
  /** Replaces the title as the content of the heading. */
  readonly heading?: ReactNode;
  /** Actions beside the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = labels.pageTitle(escapeInvisibleCharacters(documentTitle));
  }, [documentTitle]);
  useEffect(() => {
    if (isFirstPage) isFirstPage = false;
    else if (document.activeElement === document.body || document.activeElement?.tagName === 'A') {
      ref.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1} ref={ref}>
          {heading ?? title}
        </h1>
        {aside}
      </div>
      {children}
    </>
  );
}
