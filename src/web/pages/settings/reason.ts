import { ApiError } from '../../api.ts';

/** Why something failed, in a sentence for people. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'This failed, and it is not clear why. Try again.';
