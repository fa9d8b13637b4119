/** Whether the server can be reached: it is lost when a request gets no answer and a probe gets none either. */
import { useSyncExternalStore } from 'react';
import { isServerThere } from './api.ts';

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 10_000;
let isLost = false;
let probing: Promise<void> | undefined;
const listeners = new Set<() => void>();

function update(lost: boolean): void {
  if (isLost === lost) return;
  isLost = lost;
  for (const listener of listeners) listener();
}

async function probe(): Promise<void> {
  // A single report may take too long while all else is well.
  if (await isServerThere()) return;
  update(true);
  let waitMs = MIN_RETRY_MS;
  do {
    await new Promise(resolve => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, MAX_RETRY_MS);
  } while (!(await isServerThere()));
  update(false);
}

/** Waits until the server answers. Call it for a request without an answer: the connection is lost until then. */
export function waitForServer(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = undefined;
  });
  return probing;
}

/** Returns whether the server cannot be reached right now. */
export const isConnectionLost = (): boolean => isLost;

// Queries wait while the browser knows that it is offline.
if (typeof addEventListener === 'function') addEventListener('offline', waitForServer);

/** Calls a function whenever the connection is lost or back. Returns a function that ends it. */
export const subscribeToConnection = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns whether the server cannot be reached right now; re-renders when that changes. */
export const useIsConnectionLost = (): boolean =>
  useSyncExternalStore(subscribeToConnection, isConnectionLost);
