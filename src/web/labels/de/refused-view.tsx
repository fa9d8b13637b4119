/** Texts for an address with a filter or a goal that does not exist. */
import type { ReactNode } from 'react';

export const invalidFilter = 'Ungültiger Filter';
export const invalidFilterHint = (name: string, value: ReactNode) => (
  <>
    Die Adresse dieser Seite filtert nach {name}: {value}. Diesen Wert gibt es nicht.
  </>
);
export const dropFilter = 'Filter entfernen';
export const unknownGoal = 'Ziel nicht gefunden';
export const unknownGoalHint =
  'Die Adresse dieser Seite nennt ein Ziel, das es nicht gibt. Vielleicht wurde es gelöscht.';
export const showWithoutGoal = 'Ohne Ziel anzeigen';
