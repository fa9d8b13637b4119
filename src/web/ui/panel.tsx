import { type ReactNode, useId } from 'react';

/** A section of a page with a heading. */
export function Panel({
  title,
  aside,
  children,
}: {
  readonly title: ReactNode;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
