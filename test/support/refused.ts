/** What a call of the API is answered when it is refused: a status and an error, nothing else. */
import { expect } from 'bun:test';

/** For `toEqual`. The error is a text or a matcher of one. */
export const refused = (status: number, error: unknown) => ({
  status,
  headers: expect.any(Headers),
  body: { error },
});
