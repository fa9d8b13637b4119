/** Texts for an address with a filter or a goal that does not exist. */
import type { ReactNode } from 'react';

export const invalidFilter = 'Invalid filter';
export const invalidFilterHint = (name: string, value: ReactNode) => (
  <>
    The address of this page filters by {name}: {value}, which isn’t a valid value.
  </>
);
export const dropFilter = 'Remove filter';
export const unknownGoal = 'Goal not found';
export const unknownGoalHint =
  'The address of this page names a goal that doesn’t exist. It may have been deleted.';
export const showWithoutGoal = 'Show without goal';
