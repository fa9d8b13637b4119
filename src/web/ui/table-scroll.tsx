/** A table that may be wider than its place. */

import type { ReactNode } from 'react';

/** Lets a table scroll sideways, with the keyboard, too. `label`: what the table shows. */
export const TableScroll = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that
  <section className="table-scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);
