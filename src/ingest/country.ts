import { type CountryResponse, Reader } from 'maxmind';
import type { Clock } from '../core/clock.ts';
import { isCountryCode, UNKNOWN_COUNTRY } from '../core/country-code.ts';
import { createLru } from '../lib/lru.ts';
import { memoize } from '../lib/memoize.ts';
import { isPublicAddress, normalizeAddress } from '../lib/net.ts';
import { createCountryService, type FetchJson } from './country-service.ts';

export interface CountryDeps {
  /** A MaxMind-format file (country or city), read whole, or what reads it at the first lookup; null to do without. */
  readonly database: Buffer | (() => Buffer) | null;
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
  /** Replaces the database. Throws and keeps the old one when it cannot be read. */
  reload(database: Buffer): void;
  /** Returns the build time in the database's metadata; null without a database. */
  builtAt(): Date | null;
}

const MAX_CACHED_ADDRESSES = 8192;

/** Both shapes in use: flat in the files that come with npm packages, nested in the files that people download. */
interface CountryRecord extends Partial<CountryResponse> {
  readonly country_code?: unknown;
}

/**
 * Country of a visitor, two capitals, `XX` when unknown. Order: given, local lookup, external service, `XX`. A given
 * country always wins. The service is queried for addresses of the open internet only, never for private ones. Addresses
 * are remembered in memory alone, a few thousand of them. Throws when the database cannot be read.
 * Source: api-v1, Endpoints, Hits, behaviour 2.
 */
export function createCountries({ database, service, clock, onServiceDown }: CountryDeps): Countries {
  let getReader: () => Reader<CountryResponse> | null =
    typeof database === 'function' ? memoize(() => openReader(database())) : holdReader(database);
  const cache = createLru<string, string>(MAX_CACHED_ADDRESSES);
  const lookUpRemotely = service
    ? createCountryService({ ...service, clock, ...(onServiceDown && { onServiceDown }) })
    : null;

  /** Looks up cache and database; empty when the service has to be queried. */
  function lookUp(address: string): string {
    const known = cache.get(address);
    if (known !== undefined) return known;
    const normal = normalizeAddress(address);
    const found = normal === null ? null : readCountry(getReader(), normal);
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
    reload(next) {
      getReader = holdReader(next);
      cache.clear();
    },
    builtAt() {
      const builtAt = getReader()?.metadata.buildEpoch;
      return builtAt === undefined || Number.isNaN(builtAt.getTime()) ? null : builtAt;
    },
  };
}

function openReader(database: Buffer): Reader<CountryResponse> {
  const reader = new Reader<CountryResponse>(database);
  // A file cut short has its index at the end and fails only when it is used.
  reader.get('8.8.8.8');
  return reader;
}

/** Opens a database at once, so that a damaged one is refused now. */
function holdReader(database: Buffer | null): () => Reader<CountryResponse> | null {
  const reader = database && openReader(database);
  return () => reader;
}

function readCountry(reader: Reader<CountryResponse> | null, address: string): string | null {
  const record = reader?.get(address) as CountryRecord | null | undefined;
  if (!record) return null;
  const code = record.country_code ?? record.country?.iso_code ?? record.registered_country?.iso_code;
  return typeof code === 'string' && isCountryCode(code) && code !== UNKNOWN_COUNTRY ? code : null;
}
