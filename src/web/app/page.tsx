/** The frame of a page: its title, and the heading that takes the focus when the page is come to. */

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
  /** For the window, where the heading alone says too little. */
  readonly documentTitle?: string;
  /** In place of the title's text. */
  readonly heading?: ReactNode;
  /** Beside the heading: what the page can do. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = labels.footfallWith(escapeInvisibleCharacters(documentTitle));
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
