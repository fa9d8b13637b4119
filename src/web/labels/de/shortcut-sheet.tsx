/** Texts of the list of keyboard shortcuts. */
import type { ReactNode } from 'react';

export const singleKeys = 'Tastenkürzel aus einzelnen Tasten';
export const singleKeysHint = (keys: ReactNode) => (
  <>
    Bei Spracheingabe oder versehentlichen Tastendrücken ausschalten. {keys} funktioniert weiterhin und findet
    diese Liste. Gilt nur für diesen Browser.
  </>
);
