/** Validates, hashes and verifies passwords. */
import { invalidBody } from '../../core/errors.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../core/limits.ts';

/** Lists the faults of a new password, naming its field; its characters are never shown. */
export function passwordFaults(password: string, field = 'password'): string[] {
  if (!password.isWellFormed()) return [`${field} must be a text of whole characters`];
  const length = [...password].length;
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH
    ? []
    : [`${field} must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, got ${length}`];
}

/** OWASP's second argon2id setting: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 });

// Verified when there is no such user, so that the response time does not reveal it.
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$7x0nZ2p8R8kTf3kq0bNnC3J4m3mCkQn0w6p7h1VYb1I';

/** Checks a password against a hash. Without a hash it takes as long and returns false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (password === '' || password.length > 2 * MAX_PASSWORD_LENGTH) return false;
  try {
    const isSame = await Bun.password.verify(password, hash ?? DUMMY_HASH);
    return isSame && hash !== undefined;
  } catch {
    throw invalidBody(
      'the stored password cannot be read: set a new one with `footfall user set EMAIL --password-stdin`',
    );
  }
}
