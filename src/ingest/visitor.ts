import type { VisitorScope } from '../core/hits/row.ts';
import type { Day } from '../core/span.ts';
import { createKeyedHash } from '../lib/hash.ts';
import { DAY_MS } from '../lib/time-units.ts';

/** Stores the current salt. `replace` erases the previous one, beyond recovery from the database. */
export interface SaltStore {
  load(): { readonly day: Day; readonly salt: Uint8Array } | undefined;
  replace(day: Day, salt: Uint8Array): void;
}

/** What identifies a visitor. An empty text is the same as null. */
export interface VisitorIdentity {
  readonly siteId: number;
  /** From the caller of the API. Has precedence over address and user agent. */
  readonly visitorId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A pseudonymous visitor: what is stored. */
export interface Visitor {
  readonly hash: bigint;
  readonly scope: VisitorScope;
}

/** Hashes an address and user agent on a site with the day's salt. */
type DayHash = (siteId: number, address: string | null, userAgent: string | null) => bigint;

export interface Visitors {
  /** Identifies the visitor of a write; null when it is anonymous. Throws what the salt store throws. */
  identify(facts: VisitorIdentity, now: Date): Visitor | null;
  /** Hashes a given visitor id on a site; the hash never changes. */
  stableHash(siteId: number, visitorId: string): bigint;
  /** Hashes a visitor on a page (null: an event without one) on the UTC day of `now`, for unique hits. */
  uniqueHash(visitorHash: bigint, path: string | null, now: Date): bigint;
  /** Erases yesterday's salt when the UTC day has changed. Writes do so too; a server without writes needs a job that calls this. */
  rotate(now: Date): void;
}

export interface VisitorDeps {
  /** At least 32 random bytes that never change in a data folder. */
  readonly secret: Uint8Array;
  readonly salts: SaltStore;
}

const SALT_BYTES = 32;

/** Creates the hash with one salt. */
function createDayHash(salt: Uint8Array): DayHash {
  const hash = createKeyedHash(salt);
  // The user agent comes last: only it may contain a line break.
  return (siteId, address, userAgent) => hash(`${siteId}\n${address ?? ''}\n${userAgent ?? ''}`);
}

/**
 * Turns visitors into hashes. A given visitor id gives a `stable` hash; else address and user agent give a `day` hash
 * under a random salt that is replaced at 00:00 UTC and then erased, after which nobody can link two days or go back
 * to an address, with the database and the secret in hand either. With none of the three: null, an anonymous write.
 *
 * A clock set back across midnight keeps the newest salt, so that nobody is counted twice when it is midnight again.
 * A salt further in the future than tomorrow's is the work of a wrong clock and is replaced.
 * Source: decisions, section 5, Visitor and uniqueness.
 */
export function createVisitors({ secret, salts }: VisitorDeps): Visitors {
  const stable = createKeyedHash(deriveKey(secret, 'visitor'));
  const unique = createKeyedHash(deriveKey(secret, 'unique'));
  let today: { readonly startMs: number; readonly hash: DayHash } | undefined;

  function getDayHash(now: Date): DayHash {
    const nowMs = now.getTime();
    if (today && nowMs >= today.startMs && nowMs < today.startMs + DAY_MS) return today.hash;
    const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const day = toDay(startMs);
    const kept = salts.load();
    let salt = kept?.salt;
    if (!kept || !salt || (kept.day !== day && kept.day !== toDay(startMs + DAY_MS))) {
      salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
      salts.replace(day, salt);
    }
    // The day goes in as well: under a salt that a clock set back has kept, a hash must not recur on the other day.
    today = { startMs, hash: createDayHash(deriveKey(salt, day)) };
    return today.hash;
  }

  const stableHash = (siteId: number, visitorId: string): bigint => stable(`${siteId}\n${visitorId}`);

  return {
    stableHash,
    identify(facts, now) {
      if (facts.visitorId) return { hash: stableHash(facts.siteId, facts.visitorId), scope: 'stable' };
      if (!facts.address && !facts.userAgent) return null;
      return { hash: getDayHash(now)(facts.siteId, facts.address, facts.userAgent), scope: 'day' };
    },
    uniqueHash(visitorHash, path, now) {
      return unique(`${visitorHash}\n${Math.floor(now.getTime() / DAY_MS)}\n${path ?? ''}`);
    },
    rotate(now) {
      getDayHash(now);
    },
  };
}

const toDay = (startMs: number): Day => new Date(startMs).toISOString().slice(0, 10);

/** A key of its own for each purpose, so that a hash of one kind says nothing about another. */
const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Bun.CryptoHasher('sha256', secret).update(purpose).digest();
