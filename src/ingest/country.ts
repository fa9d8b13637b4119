import type { CityResponse } from 'maxmind';
import type { Clock } from '../core/clock.ts';
import { isCountryCode, UNKNOWN_COUNTRY } from '../core/country-code.ts';
import { MAX_LENGTH } from '../core/limits.ts';
import type { AddressRanges } from '../lib/address-ranges.ts';
import { createLru } from '../lib/lru.ts';
import { memoize } from '../lib/memoize.ts';
import { isPublicAddress, normalizeAddress } from '../lib/net.ts';
import { hasControlCharacter, isLongerThan } from '../lib/text.ts';
import { openAddressFile } from './address-files.ts';
import { createCountryService, type FetchJson } from './country-service.ts';
import { NOWHERE, type Place } from './place.ts';

export interface CountryDeps {
  /** A MaxMind-format file (country or city), read whole, or what reads a table of countries at the first lookup; null to do without. */
  readonly database: Buffer | (() => AddressRanges) | null;
  /** Address of a service with `{ip}` in it, and the function that requests it; null to do without. */
  readonly service: { readonly url: string; readonly lookup: FetchJson } | null;
  readonly clock: Clock;
  /** Called each time the service's circuit breaker opens. */
  readonly onServiceDown?: (error: unknown) => void;
}

export interface Countries {
  /** Two capitals, `XX` when unknown. A promise only when the external service is needed. Never rejects. */
  find(given: string | null, address: string | null): string | Promise<string>;
  /** Looks up the database only, `XX` when it has no answer. For imports. */
  findLocally(address: string): string;
  /** Looks up the place of an address in the database, which has regions and cities only where it is one of those. */
  findPlace(address: string | null): Place;
  /** Replaces the database. Throws and keeps the old one when it cannot be read. */
  reload(database: Buffer): void;
  /** Returns when the database was made; null without one, or where it does not say. */
  builtAt(): Date | null;
}

/** Where addresses are looked up. */
interface Database {
  find(address: string): GeoRecord | null;
  readonly builtAt: Date | undefined;
}

const MAX_CACHED_ADDRESSES = 8192;
const MAX_CACHED_PLACES = 2048;

/** Both shapes in use: flat in the files that come with npm packages, nested in the files that people download. */
interface GeoRecord extends Partial<Omit<CityResponse, 'city'>> {
  readonly city?: unknown;
  readonly country_code?: unknown;
  readonly state1?: unknown;
}

/**
 * Country of a visitor, two capitals, `XX` when unknown. Order: given, local lookup, external service, `XX`. A given
 * country always wins. The service is queried for addresses of the open internet only, never for private ones. Addresses
 * are remembered in memory alone, a few thousand of them. Throws when the database cannot be read.
 * Source: api-v1, Endpoints, Hits, behaviour 2.
 */
export function createCountries({ database, service, clock, onServiceDown }: CountryDeps): Countries {
  let getDatabase: () => Database | null =
    typeof database === 'function' ? memoize(() => fromTable(database())) : holdDatabase(database);
  const cache = createLru<string, string>(MAX_CACHED_ADDRESSES);
  const places = createLru<string, Place>(MAX_CACHED_PLACES);
  const lookUpRemotely = service
    ? createCountryService({ ...service, clock, ...(onServiceDown && { onServiceDown }) })
    : null;

  /** Looks up cache and database; empty when the service has to be queried. */
  function lookUp(address: string): string {
    const known = cache.get(address);
    if (known !== undefined) return known;
    const normal = normalizeAddress(address);
    const found = normal === null ? null : readCountry(getDatabase(), normal);
    const needsService =
      lookUpRemotely !== null && found === null && normal !== null && isPublicAddress(normal);
    const country = needsService ? '' : (found ?? UNKNOWN_COUNTRY);
    cache.set(address, country);
    return country;
  }

  return {
    find(given, address) {
      if (given !== null) return given;
      if (!address) return UNKNOWN_COUNTRY;
      const local = lookUp(address);
      if (local !== '') return local;
      return lookUpRemotely === null ? UNKNOWN_COUNTRY : lookUpRemotely(normalizeAddress(address) ?? address);
    },
    findLocally(address) {
      return lookUp(address) || UNKNOWN_COUNTRY;
    },
    findPlace(address) {
      if (address === null) return NOWHERE;
      const known = places.get(address);
      if (known) return known;
      const normal = normalizeAddress(address);
      const place = normal === null ? NOWHERE : readPlace(getDatabase(), normal);
      places.set(address, place);
      return place;
    },
    reload(next) {
      getDatabase = holdDatabase(next);
      cache.clear();
      places.clear();
    },
    builtAt() {
      const builtAt = getDatabase()?.builtAt;
      return builtAt === undefined || Number.isNaN(builtAt.getTime()) ? null : builtAt;
    },
  };
}

function openFile(file: Buffer): Database {
  const reader = openAddressFile<CityResponse>(file);
  return {
    find: address => (reader.get(address) as GeoRecord | null | undefined) ?? null,
    builtAt: reader.metadata.buildEpoch,
  };
}

function fromTable(table: AddressRanges): Database {
  return {
    find(address) {
      const country = table.get(address);
      return country === null ? null : { country_code: country };
    },
    builtAt: table.builtAt,
  };
}

/** Opens a file at once, so that a damaged one is refused now. */
function holdDatabase(file: Buffer | null): () => Database | null {
  const database = file && openFile(file);
  return () => database;
}

const readCountry = (database: Database | null, address: string): string | null =>
  toCountry(database?.find(address) ?? null);

function toCountry(record: GeoRecord | null): string | null {
  const code = record?.country_code ?? record?.country?.iso_code ?? record?.registered_country?.iso_code;
  return typeof code === 'string' && isCountryCode(code) && code !== UNKNOWN_COUNTRY ? code : null;
}

function readPlace(database: Database | null, address: string): Place {
  const record = database?.find(address) ?? null;
  if (record === null) return NOWHERE;
  const { city, subdivisions, state1 } = record;
  return {
    country: toCountry(record),
    region: toName(state1 ?? subdivisions?.[0], MAX_LENGTH.region),
    city: toName(city, MAX_LENGTH.city),
  };
}

/** Returns a name of either shape: a text, or texts by language. */
function toName(given: unknown, maxLength: number): string | null {
  const name =
    typeof given === 'object' && given !== null && 'names' in given ? toEnglish(given.names) : given;
  if (typeof name !== 'string' || name.trim() === '') return null;
  return isLongerThan(name, maxLength) || hasControlCharacter(name) ? null : name.trim();
}

const toEnglish = (names: unknown): unknown =>
  typeof names === 'object' && names !== null && 'en' in names ? names.en : null;
