/** Validates, hashes and verifies passwords. */
import { AppError, invalidBody, unavailable } from '../../core/errors.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../core/limits.ts';
import { createTurns } from '../../lib/fair-pool.ts';

/** Lists the faults of a new password, naming its field; its characters are never shown. */
export function passwordFaults(password: string, field = 'password'): string[] {
  if (!password.isWellFormed()) return [`${field} must be a text of whole characters`];
  const length = [...password].length;
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH
    ? []
    : [`${field} must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, got ${length}`];
}

/** One hash is computed at a time, since they occupy the threads that also write the journal and read files. */
const turns = createTurns();
const MAX_WAITING = 20;

/** Computes a hash in the turn of its queue. Throws 503 when too many of that queue wait. */
const inTurn = <T>(queue: string, work: () => Promise<T>): Promise<T> =>
  turns.run(queue, work, {
    maxWaiting: MAX_WAITING,
    onFull: () => unavailable('too many passwords are being checked at once: try again in 10 seconds'),
  });

/** Hashes with OWASP's second argon2id setting: 19 MiB, two passes. 503 when too many of the queue wait. */
export const hashPassword = (password: string, queue: string): Promise<string> =>
  inTurn(queue, () =>
    Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 }),
  );

// Verified when there is no such user, so that the response time does not reveal it.
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$7x0nZ2p8R8kTf3kq0bNnC3J4m3mCkQn0w6p7h1VYb1I';

/**
 * Checks a password against a hash. Without a hash it takes as long and returns false. 503 when too many of the queue wait,
 * such as the queue of strangers.
 */
export async function isPassword(
  password: string,
  hash: string | undefined,
  queue: string,
): Promise<boolean> {
  if (password === '' || password.length > 2 * MAX_PASSWORD_LENGTH) return false;
  try {
    const isSame = await inTurn(queue, () => Bun.password.verify(password, hash ?? DUMMY_HASH));
    return isSame && hash !== undefined;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalidBody(
      'the stored password cannot be read: set a new one with `footfall user set EMAIL --password-stdin`',
    );
  }
}
