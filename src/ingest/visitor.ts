import type { VisitorScope } from '../core/hits/row.ts';
import type { Day } from '../core/span.ts';
import { createKeyedHash } from '../lib/hash.ts';
import { addDays, startOfDay, toDay } from '../lib/time.ts';
import { DAY_MS, HOUR_MS } from '../lib/time-units.ts';

/** The salt of a zone. */
export interface Salt {
  /** IANA name of the zone. */
  readonly zone: string;
  /** The date there that it was drawn for. */
  readonly day: Day;
  readonly bytes: Uint8Array;
}

/** Stores one salt for each zone. `replace` erases the previous ones of the same zones, beyond recovery from the file. */
export interface SaltStore {
  load(): readonly Salt[];
  replace(salts: readonly Salt[]): void;
}

/** When a row was made, and where: a day is the date that clocks of the site's zone show. */
export interface Moment {
  /** When it happened. */
  readonly at: Date;
  /** The current time, when rows come later than they were made. Default: `at`. */
  readonly now?: Date;
  /** IANA name of the zone of the site. */
  readonly zone: string;
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
  /**
   * Identifies the visitor of a write; null when it is anonymous. Rows of an earlier date, whose salt is erased, have hashes under the
   * current one. Throws what the salt store throws.
   */
  identify(facts: VisitorIdentity, moment: Moment): Visitor | null;
  /** Hashes a given visitor id on a site; the hash never changes. */
  stableHash(siteId: number, visitorId: string): bigint;
  /** Hashes a visitor on a page (null: an event without one) on a day, for unique hits. */
  uniqueHash(visitorHash: bigint, path: string | null, day: Day): bigint;
  /** Erases the salts of dates that have ended. Writes to a zone do so too; a zone without writes needs a job that calls this. */
  rotate(now: Date): void;
}

export interface VisitorDeps {
  /** At least 32 random bytes that never change in a data folder. */
  readonly secret: Uint8Array;
  readonly salts: SaltStore;
}

const SALT_BYTES = 32;
/** Longer than this no salt is kept, however long the day: Antarctica/Troll has one of 26 hours. */
const MAX_SALT_MS = 25 * HOUR_MS;

/** Creates the hash with one salt. */
function createDayHash(salt: Uint8Array): DayHash {
  const hash = createKeyedHash(salt);
  // The user agent comes last: only it may contain a line break.
  return (siteId, address, userAgent) => hash(`${siteId}\n${address ?? ''}\n${userAgent ?? ''}`);
}

/** When a zone's salt of a date is used. */
interface Term {
  readonly day: Day;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The end of the day that it begins in. */
  readonly midnightMs: number;
}

/** Finds the date whose salt is used at a time: what is left of a day after 25 hours has that of the next. */
function findTerm(now: Date, zone: string): Term {
  const today = toDay(now, zone);
  const tomorrow = addDays(today, 1);
  const fromMs = startOfDay(today, zone).getTime();
  const midnightMs = startOfDay(tomorrow, zone).getTime();
  const untilMs = Math.min(midnightMs, fromMs + MAX_SALT_MS);
  return now.getTime() < untilMs
    ? { day: today, fromMs, untilMs, midnightMs }
    : { day: tomorrow, fromMs: untilMs, untilMs: midnightMs, midnightMs };
}

/** Compares instants, not only dates, since a zone that crosses the date line skips one. */
const isCurrent = ({ zone, day }: Salt, term: Term): boolean =>
  day >= term.day && startOfDay(day, zone).getTime() <= term.midnightMs;

/**
 * Turns visitors into hashes. A given visitor id gives a `stable` hash; else address and user agent give a `day` hash
 * under a random salt of the site's zone that is replaced at midnight there and then erased, after which nobody can link two
 * days or go back to an address, with the database and the secret in hand either. With none of the three: null, an anonymous write.
 *
 * A date whose salt was erased never gets another: where a clock is set back across midnight, and for rows that come late, the
 * newest salt is used, so that nobody is counted twice when it is midnight again. A salt further in the future than
 * tomorrow's is the work of a wrong clock and is replaced.
 * Source: decisions, section 5, Visitor and uniqueness.
 */
export function createVisitors({ secret, salts }: VisitorDeps): Visitors {
  const stable = createKeyedHash(deriveKey(secret, 'visitor'));
  const unique = createKeyedHash(deriveKey(secret, 'unique'));
  const current = new Map(salts.load().map(salt => [salt.zone, salt]));
  /** By zone the hash of the last date that rows were of: nearly all are of today. */
  const hashes = new Map<string, Term & { readonly rowDay: Day; readonly hash: DayHash }>();

  /** Replaces the salts of zones whose time is over. */
  function replaceSalts(terms: ReadonlyMap<string, Term>): void {
    const drawn: Salt[] = [];
    for (const [zone, term] of terms) {
      const salt = current.get(zone);
      if (salt && isCurrent(salt, term)) continue;
      drawn.push({ zone, day: term.day, bytes: crypto.getRandomValues(new Uint8Array(SALT_BYTES)) });
    }
    if (drawn.length === 0) return;
    salts.replace(drawn);
    for (const salt of drawn) {
      current.set(salt.zone, salt);
      hashes.delete(salt.zone);
    }
  }

  function getDayHash({ at, now = at, zone }: Moment): DayHash {
    const rowDay = toDay(at, zone);
    const known = hashes.get(zone);
    if (known?.rowDay === rowDay && now.getTime() >= known.fromMs && now.getTime() < known.untilMs)
      return known.hash;
    const term = findTerm(now, zone);
    replaceSalts(new Map([[zone, term]]));
    // The date goes in as well: under a salt that is used for two dates, a hash must not recur on the other.
    const hash = createDayHash(deriveKey(current.get(zone)?.bytes ?? new Uint8Array(), rowDay));
    hashes.set(zone, { ...term, rowDay, hash });
    return hash;
  }

  const stableHash = (siteId: number, visitorId: string): bigint => stable(`${siteId}\n${visitorId}`);

  return {
    stableHash,
    identify(facts, moment) {
      if (facts.visitorId) return { hash: stableHash(facts.siteId, facts.visitorId), scope: 'stable' };
      if (!facts.address && !facts.userAgent) return null;
      return { hash: getDayHash(moment)(facts.siteId, facts.address, facts.userAgent), scope: 'day' };
    },
    uniqueHash: (visitorHash, path, day) =>
      unique(`${visitorHash}\n${Date.parse(day) / DAY_MS}\n${path ?? ''}`),
    rotate: now => replaceSalts(new Map([...current.keys()].map(zone => [zone, findTerm(now, zone)]))),
  };
}

/** A key of its own for each purpose, so that a hash of one kind says nothing about another. */
const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Bun.CryptoHasher('sha256', secret).update(purpose).digest();
