/** Whole answers of the API, for `toEqual`: a status and a body, whatever the headers are. */
import { expect } from 'bun:test';

export const answered = (status: number, body: unknown) => ({ status, headers: expect.any(Headers), body });

/** A refusal has an error, a text or a matcher of one, and nothing else. */
export const refused = (status: number, error: unknown) => answered(status, { error });

/** The error contains a text. */
export const refusedWith = (status: number, part: string) => refused(status, expect.stringContaining(part));

/** The error begins with a text. */
export const refusedStarting = (status: number, start: string) =>
  refused(status, expect.stringMatching(new RegExp(`^${start.replace(/[^\w\s]/g, String.raw`\$&`)}`)));
