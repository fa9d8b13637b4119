/** The error page of the dashboard. */

import { Component, type ReactNode } from 'react';
import * as labels from '../labels/shell.tsx';
import { Button } from '../ui/button.tsx';

/** Keeps an error in one page from unmounting the whole dashboard. A class, since React has no other form for it. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error: unknown; readonly address: string }
> {
  override state = { error: undefined as unknown, address: location.pathname };

  static getDerivedStateFromError(error: unknown) {
    return { error, address: location.pathname };
  }

  override render(): ReactNode {
    const { error, address } = this.state;
    // Navigating resets the error.
    if (error === undefined || address !== location.pathname) return this.props.children;
    return (
      <section className="notice" role="alert">
        <h1>{labels.pageFailed}</h1>
        <p>{labels.pageFailedHint}</p>
        <p className="soft">
          <code>{error instanceof Error ? error.message : String(error)}</code>
        </p>
        <Button onClick={() => location.reload()}>{labels.reload}</Button>
      </section>
    );
  }
}
