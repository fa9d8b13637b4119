/** The error page of the dashboard. */

import { Component, type ReactNode } from 'react';
import { waitForServer } from '../connection.ts';
import * as labels from '../labels/shell.tsx';
import { Button } from '../ui/button.tsx';

/** What browsers say of a chunk that did not load: Chromium, Firefox, Safari. */
const LOAD_ERROR = /dynamically imported module|Importing a module script failed/i;

const isLoadError = (error: unknown): boolean => error instanceof Error && LOAD_ERROR.test(error.message);

/** Where the last reload is noted: a part that does not load then either, such as one that is blocked, is an error to be shown. */
const RELOADED = 'reloaded-at';
const RELOAD_PAUSE_MS = 60_000;

const hasReloaded = (): boolean =>
  Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < RELOAD_PAUSE_MS;

function reload(): void {
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

/** Keeps an error in one page from unmounting the whole dashboard. A class, since React has no other form for it. */
export class ErrorBoundary extends Component<
  {
    readonly children: ReactNode;
    /** Shown until a part that did not load is there. */
    readonly loading: ReactNode;
  },
  { readonly error: unknown; readonly address: string }
> {
  override state = { error: undefined as unknown, address: location.pathname };

  static getDerivedStateFromError(error: unknown) {
    return { error, address: location.pathname };
  }

  /** A part of the program that could not be loaded: when the server is back, or is another version, the page is reloaded. */
  override componentDidCatch(error: unknown) {
    if (!isLoadError(error) || hasReloaded()) return;
    void waitForServer().then(() => this.isStillHere() && reload());
  }

  private isStillHere = (): boolean => this.state.address === location.pathname;

  override render(): ReactNode {
    const { error } = this.state;
    // Navigating resets the error.
    if (error === undefined || !this.isStillHere()) return this.props.children;
    if (isLoadError(error) && !hasReloaded()) return this.props.loading;
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
