/** Texts of the list of keyboard shortcuts. */
import type { ReactNode } from 'react';

export const singleKeys = 'Enable single-key shortcuts';
export const singleKeysHint = (keys: ReactNode) => (
  <>
    Turn this off if you use voice input or press keys by accident. {keys} keeps working and finds this list.
    Saved in this browser only.
  </>
);
