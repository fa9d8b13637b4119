import { type CountryResponse, Reader } from 'maxmind';
import type { Clock } from '../core/clock.ts';
import { createLru } from '../lib/lru.ts';
import { isPublicAddress, normalizeAddress } from '../lib/net.ts';
import { isCountryCode } from './accept.ts';
import { createCountryService, type LookupJson } from './country-service.ts';

export interface CountryDeps {
  /** A MaxMind-format file (country or city), read whole; null to do without. */
  readonly database: Buffer | null;
  /** Address of a service with `{ip}` in it, and the way to ask it; null to do without. */
  readonly service: { readonly url: string; readonly lookup: LookupJson } | null;
  readonly clock: Clock;
  /** Told once each time the service is given up for a while. */
  readonly onServiceDown?: (error: unknown) => void;
}

export interface Countries {
  /** Two capitals, `XX` when unknown. A promise only when the outside service must be asked. Never rejects. */
  find(given: string | null, address: string | null): string | Promise<string>;
  /** The database's answer alone, `XX` when it has none. For imports. */
  findLocally(address: string): string;
  /** Takes another database from now on. Throws and keeps the old one when it cannot be read. */
  reload(database: Buffer): void;
  /** When the database in use was made, as it says itself; null without one. */
  builtAt(): Date | null;
}

/** Country of whoever cannot be placed. */
const UNKNOWN_COUNTRY = 'XX';

const REMEMBERED_ADDRESSES = 8192;

/** Both shapes in use: flat in the files that come with npm packages, nested in the files that people download. */
interface CountryRecord extends Partial<CountryResponse> {
  readonly country_code?: unknown;
}

/**
 * Country of a visitor, two capitals, `XX` when unknown. Order: given, local lookup, outside service, `XX`. A given
 * country always wins. The service is asked for addresses of the open internet only, never for private ones. Addresses
 * are remembered in memory alone, a few thousand of them. Throws when the database cannot be read.
 * Source: api-v1, Endpoints, Hits, behaviour 2.
 */
export function createCountries({ database, service, clock, onServiceDown }: CountryDeps): Countries {
  let reader = database && openReader(database);
  const remembered = createLru<string, string>(REMEMBERED_ADDRESSES);
  const ask = service
    ? createCountryService({ ...service, clock, ...(onServiceDown && { onServiceDown }) })
    : null;

  /** Empty when only the service may know. */
  function lookUp(address: string): string {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const normal = normalizeAddress(address);
    const found = normal === null ? null : readCountry(reader, normal);
    const isWorthAsking = ask !== null && found === null && normal !== null && isPublicAddress(normal);
    const country = isWorthAsking ? '' : (found ?? UNKNOWN_COUNTRY);
    remembered.set(address, country);
    return country;
  }

  return {
    find(given, address) {
      if (given !== null) return given;
      if (!address) return UNKNOWN_COUNTRY;
      const local = lookUp(address);
      if (local !== '') return local;
      return ask === null ? UNKNOWN_COUNTRY : ask(normalizeAddress(address) ?? address);
    },
    findLocally(address) {
      return lookUp(address) || UNKNOWN_COUNTRY;
    },
    reload(next) {
      reader = openReader(next);
      remembered.clear();
    },
    builtAt() {
      const builtAt = reader?.metadata.buildEpoch;
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

function readCountry(reader: Reader<CountryResponse> | null, address: string): string | null {
  const record = reader?.get(address) as CountryRecord | null | undefined;
  if (!record) return null;
  const code = record.country_code ?? record.country?.iso_code ?? record.registered_country?.iso_code;
  return typeof code === 'string' && isCountryCode(code) && code !== UNKNOWN_COUNTRY ? code : null;
}
