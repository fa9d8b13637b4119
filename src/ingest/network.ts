import { isNetwork, type Network } from '../core/networks.ts';
import type { AddressRanges } from '../lib/address-ranges.ts';
import { createLru } from '../lib/lru.ts';
import { memoize } from '../lib/memoize.ts';
import { isPublicAddress, normalizeAddress } from '../lib/net.ts';
import { openAddressFile } from './address-files.ts';

export interface Networks {
  /** Returns the kind of network of an address; null for an address that is not public, or none. */
  find(address: string | null): Network | null;
  /** Replaces the database by the file of another. Throws and keeps the old one when it cannot be read. */
  reload(file: Buffer): void;
}

const MAX_CACHED_ADDRESSES = 8192;

type FindListed = (address: string) => Network | null;

/**
 * Creates the lookup of networks in a MaxMind-format file, read whole, or in a table that is read at the first lookup. Both list the
 * networks that are not `access`. Throws when the file cannot be read.
 */
export function createNetworks(database: Buffer | (() => AddressRanges)): Networks {
  let getListed: () => FindListed =
    typeof database === 'function' ? memoize(() => fromTable(database())) : holdFile(database);
  const cache = createLru<string, Network | 'none'>(MAX_CACHED_ADDRESSES);

  function lookUp(address: string): Network | null {
    const normal = normalizeAddress(address);
    return normal !== null && isPublicAddress(normal) ? (getListed()(normal) ?? 'access') : null;
  }

  return {
    find(address) {
      if (!address) return null;
      const known = cache.get(address);
      if (known !== undefined) return known === 'none' ? null : known;
      const found = lookUp(address);
      cache.set(address, found ?? 'none');
      return found;
    },
    reload(file) {
      getListed = holdFile(file);
      cache.clear();
    },
  };
}

const fromTable =
  (table: AddressRanges): FindListed =>
  address => {
    const text = table.get(address);
    return isNetwork(text) ? text : null;
  };

/** Opens a file at once, so that a damaged one is refused now. */
function holdFile(file: Buffer): () => FindListed {
  const reader = openAddressFile(file);
  const find: FindListed = address => readNetwork(reader.get(address));
  return () => find;
}

/** Kinds by the names of files in use: `user_type` of MaxMind's Enterprise files, `type` and `asn_type` of IPinfo's. */
const KINDS: Readonly<Record<string, Network>> = {
  hosting: 'hosting',
  content_delivery_network: 'hosting',
  business: 'business',
  education: 'business',
  college: 'business',
  government: 'business',
  military: 'business',
  school: 'business',
  library: 'business',
};
/** Marks of an address, by the names of MaxMind's Anonymous IP and IPinfo's Privacy files. */
const MARKS: readonly (readonly [field: string, network: Network])[] = [
  ['is_anonymous_vpn', 'vpn'],
  ['is_tor_exit_node', 'vpn'],
  ['vpn', 'vpn'],
  ['tor', 'vpn'],
  ['is_hosting_provider', 'hosting'],
  ['hosting', 'hosting'],
];

/** Returns the kind that a record of a file names, in `network` or as the files in use do; null where it names none. */
function readNetwork(record: unknown): Network | null {
  if (typeof record !== 'object' || record === null) return null;
  const { traits, ...rest } = record as Readonly<Record<string, unknown>>;
  const fields: Readonly<Record<string, unknown>> = {
    ...(typeof traits === 'object' ? traits : null),
    ...rest,
  };
  if (isNetwork(fields['network'])) return fields['network'];
  const mark = MARKS.find(([field]) => fields[field] === true || fields[field] === 'true');
  if (mark) return mark[1];
  const type = fields['user_type'] ?? fields['asn_type'] ?? fields['type'];
  const kind = typeof type === 'string' ? KINDS[type.toLowerCase()] : undefined;
  return kind ?? (fields['connection_type'] === 'Corporate' ? 'business' : null);
}
