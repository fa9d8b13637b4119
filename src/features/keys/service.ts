import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyAccess, KeyHolder } from '../../core/access.ts';
import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound } from '../../core/errors.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { randomText } from '../../lib/uid.ts';
import type { KeyRow, KeysStore } from './store.ts';

/** How keys begin. Source: decisions, introduction. */
export const KEY_PREFIXES: Readonly<Record<KeyAccess, string>> = {
  full_access: 'ff-fa-',
  read_only: 'ff-ro-',
};

const LOOKUP_LENGTH = 12;
const SECRET_LENGTH = 32; // of 62 characters each: 190 random bits
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY = /^ff-(fa|ro)-([A-Za-z0-9]{12})[A-Za-z0-9]{32}$/;
/** In characters, as the API counts them. */
export const MAX_NAME_LENGTH = 200;
const LAST_USED_RESOLUTION_MS = MINUTE_MS;
const MAX_CACHED = 10_000;
/** Of one user, without the revoked. */
const MAX_KEYS = 100;
/** Characters of a key that stay visible. The other 28 characters are 166 random bits. */
const HINT_START = 6;
const HINT_END = 4;

/** A key as its user sees it. */
export interface KeyView {
  readonly key: KeyRow;
  /** `ff-ro-Ab3dEf…9xYz`. */
  readonly hint: string;
  readonly lastUsedAt: Date | null;
}

/** Returns the start of a key and, where it is known, its end. */
export const toHint = ({ access, lookup, endsWith }: KeyRow): string =>
  `${KEY_PREFIXES[access]}${lookup.slice(0, HINT_START)}…${endsWith ?? ''}`;

/** Creates, verifies and revokes API keys. Only salted hashes are stored; a key is shown once. */
export function createKeysService(deps: { readonly store: KeysStore; readonly clock: Clock }) {
  const { store, clock } = deps;
  // Cache of verified keys. Cleared at every change of a key.
  const holdersBySecret = new Map<string, KeyHolder>();
  const lastUsedById = new Map<number, Date>();
  const unsavedUse = new Map<number, Date>();

  /** Returns an active key of a user. 404 for any other. */
  function getActive(userId: number, keyId: number): KeyRow {
    const key = store.find(keyId);
    if (key?.userId !== userId || key.revokedAt !== null) throw notFound('key');
    return key;
  }

  return {
    /** Creates a key. `secret` is the whole key, which is shown once. */
    create(input: { readonly userId: number; readonly name: string; readonly access: KeyAccess }) {
      const name = input.name.trim();
      const length = [...name].length;
      if (length === 0 || length > MAX_NAME_LENGTH)
        throw invalidBody(`name must be 1 to ${MAX_NAME_LENGTH} characters, got ${length}`);
      if (store.listActive(input.userId).length >= MAX_KEYS)
        throw invalidBody(`a user may have ${MAX_KEYS} keys, and all of them are in use: revoke one`);
      const lookup = randomText(LOOKUP_LENGTH, ALPHABET);
      const secret = `${KEY_PREFIXES[input.access]}${lookup}${randomText(SECRET_LENGTH, ALPHABET)}`;
      const salt = randomBytes(16).toString('hex');
      const key = store.insert({
        userId: input.userId,
        name,
        access: input.access,
        lookup,
        salt,
        hash: hashKey(secret, salt),
        lastUsedAt: null,
        revokedAt: null,
        createdAt: clock.now(),
        endsWith: secret.slice(-HINT_END),
      });
      return { key, secret };
    },

    /** Finds the holder of a key; undefined when it is unknown or revoked. */
    findHolder(secret: string): KeyHolder | undefined {
      const known = holdersBySecret.get(secret);
      if (known) return known;
      const lookup = KEY.exec(secret)?.[2];
      const key = lookup === undefined ? undefined : store.findByLookup(lookup);
      if (!key || !isSameHash(hashKey(secret, key.salt), key.hash)) return undefined;
      const holder: KeyHolder = { keyId: key.id, userId: key.userId, name: key.name, access: key.access };
      if (holdersBySecret.size >= MAX_CACHED) holdersBySecret.clear();
      holdersBySecret.set(secret, holder);
      // The value in memory is newer than the saved one.
      if (key.lastUsedAt && !lastUsedById.has(key.id)) lastUsedById.set(key.id, key.lastUsedAt);
      return holder;
    },

    /** Records a use in memory, at most once a minute. */
    recordUse(keyId: number): void {
      const now = clock.now();
      const before = lastUsedById.get(keyId);
      const ageMs = before ? now.getTime() - before.getTime() : LAST_USED_RESOLUTION_MS;
      if (ageMs >= 0 && ageMs < LAST_USED_RESOLUTION_MS) return;
      lastUsedById.set(keyId, now);
      unsavedUse.set(keyId, now);
    },
    lastUsedAt: (keyId: number): Date | null => lastUsedById.get(keyId) ?? null,
    /** Returns the uses that are not saved yet, and marks them as saved. */
    takeUnsavedUse(): ReadonlyMap<number, Date> {
      const taken = new Map(unsavedUse);
      unsavedUse.clear();
      return taken;
    },

    listByUser: (userId: number): KeyRow[] => store.listByUser(userId),
    /** Without the revoked, the newest first. */
    listActive: (userId: number): KeyRow[] => store.listActive(userId),
    view: (key: KeyRow): KeyView => ({
      key,
      hint: toHint(key),
      // The value in memory is newer than the saved one.
      lastUsedAt: lastUsedById.get(key.id) ?? key.lastUsedAt,
    }),

    getActive,

    /** Renames a key. */
    rename(key: KeyRow, name: string): KeyRow {
      store.rename(key.id, name.trim());
      holdersBySecret.clear();
      return { ...key, name: name.trim() };
    },

    /** Revokes every key of a user at once. */
    revokeAll(userId: number): void {
      store.revokeAll(userId, clock.now());
      holdersBySecret.clear();
    },

    /** Revokes a key at once. */
    revoke(keyId: number): KeyRow {
      const key = store.find(keyId);
      if (!key) throw notFound(`key ${keyId}`);
      if (key.revokedAt === null) store.revoke(keyId, clock.now());
      holdersBySecret.clear();
      return key;
    },
  };
}

export type KeysService = ReturnType<typeof createKeysService>;

const hashKey = (secret: string, salt: string): string =>
  createHash('sha256').update(salt).update(secret).digest('hex');

const isSameHash = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
