/**
 * Writes `src/reference/countries.br` and `networks.br`, which addresses are looked up in, from the files of a folder:
 *
 *     mkdir lists && cd lists && echo '{}' > package.json
 *     npm install --ignore-scripts @ip-location-db/dbip-country @ip-location-db/asn
 *     git clone https://github.com/X4BNet/lists_vpn && git clone https://github.com/brianhama/bad-asn-list
 *     git clone https://github.com/hroost/icloud-private-relay-iplist
 *     cd .. && bun scripts/update-address-tables.ts lists
 *
 * Licences: CC BY 4.0 of the first two, MIT of the lists; `scripts/third-party-notices.ts` credits them. The last list has the ranges that Apple
 * publishes for its private relay.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { encodeRanges, type RangeStart } from '../src/lib/address-ranges.ts';
import { parseRange } from '../src/lib/net.ts';
import { classifyNetwork } from './network-kinds.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the lists: see the head of this script.');
const readText = (path: string): string => readFileSync(join(folder, path), 'utf8');
const readLines = (path: string): string[] => readText(path).trim().split('\n');

/** Addresses from the first to the last, both included, as numbers: all of IPv4, the first half of IPv6. */
interface Range {
  readonly first: bigint;
  readonly last: bigint;
  readonly text: string;
}

const FAMILIES = [
  { name: 'ipv4', shift: 0n },
  { name: 'ipv6', shift: 64n },
] as const;
type Family = (typeof FAMILIES)[number];

const numericRange = (first: bigint, last: bigint, { shift }: Family, text: string): Range => ({
  first: first >> shift,
  last: last >> shift,
  text,
});

/** Reads a file of `@ip-location-db`: the first and the last address as numbers, and what `toText` makes of the rest. */
const readRanges = (name: string, family: Family, toText: (rest: string) => string): Range[] =>
  readLines(`node_modules/@ip-location-db/${name}-${family.name}-num.csv`).map(line => {
    const [first = '', last = ''] = line.split(',', 2);
    return numericRange(
      BigInt(first),
      BigInt(last),
      family,
      toText(line.slice(first.length + last.length + 2)),
    );
  });

/** Parses lines `192.0.2.0/24`, `2001:db8::/32` or single addresses; others and comments are left out. */
const parseNetworks = (lines: readonly string[], family: Family, text: string): Range[] =>
  lines.flatMap(line => {
    const [address, prefixLength] = parseRange((line.split('#')[0] ?? '').trim()) ?? [];
    if (address?.kind() !== family.name || prefixLength === undefined) return [];
    const bytes = address.toByteArray();
    const size = 1n << BigInt(bytes.length * 8 - prefixLength);
    const first = BigInt(`0x${Buffer.from(bytes).toString('hex')}`) & -size;
    return [numericRange(first, first + size - 1n, family, text)];
  });

/** Lays ranges over each other: where several hold an address, the one of the last layer counts, in a layer the later one. */
function flatten(layers: readonly (readonly Range[])[]): RangeStart[] {
  const ranges = layers.flatMap((layer, height) => layer.map((range, n) => ({ ...range, height, n })));
  const edges = [...new Set(ranges.flatMap(({ first, last }) => [first, last + 1n]))].sort((a, b) =>
    a < b ? -1 : 1,
  );
  const byFirst = ranges.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  let next = 0;
  let open: typeof ranges = [];
  return edges.map(edge => {
    for (let range = byFirst[next]; range !== undefined && range.first <= edge; range = byFirst[++next])
      open.push(range);
    open = open.filter(({ last }) => last >= edge);
    const top = open.reduce<(typeof ranges)[number] | undefined>(
      (best, each) =>
        best === undefined || each.height > best.height || (each.height === best.height && each.n > best.n)
          ? each
          : best,
      undefined,
    );
    return [[Number(edge >> 32n), Number(edge & 0xff_ff_ff_ffn)], top?.text ?? ''];
  });
}

async function write(
  name: string,
  version: string,
  families: readonly (readonly RangeStart[])[],
): Promise<void> {
  // Versions of the packages end in the day and the hour of their data: 2.3.2026060120.
  const [, year, month, day] = /\.(\d{4})(\d\d)(\d\d)\d*$/.exec(version) ?? [];
  const table = encodeRanges(`${year}-${month}-${day}`, families);
  const compressed = brotliCompressSync(table, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: table.byteLength,
    },
  });
  const ranges = families.reduce((sum, starts) => sum + starts.length, 0);
  await Bun.write(resolve(import.meta.dir, `../src/reference/${name}.br`), compressed);
  process.stdout.write(`${name}: ${version}, ${ranges} edges, ${compressed.byteLength} bytes\n`);
}

const versionOf = (name: string): string =>
  (JSON.parse(readText(`node_modules/@ip-location-db/${name}/package.json`)) as { version: string }).version;

await write(
  'countries',
  versionOf('dbip-country'),
  FAMILIES.map(family =>
    flatten([readRanges('dbip-country/dbip-country', family, country => country.trim())]),
  ),
);

const numbersOf = (path: string): Set<number> =>
  new Set(
    readLines(path)
      .flatMap(line => /^(?:AS)?(\d+)/.exec(line)?.[1] ?? [])
      .map(Number),
  );
const listed = {
  hosting: new Set([
    ...numbersOf('lists_vpn/input/datacenter/ASN.txt'),
    ...numbersOf('bad-asn-list/bad-asn-list.csv'),
  ]),
  vpn: numbersOf('lists_vpn/input/vpn/ASN.txt'),
};
const vpnServers = ['mullvadvpn', 'pia', 'protonvpn'].flatMap(name =>
  readLines(`lists_vpn/input/vpn/ips/${name}.txt`),
);
const relays = readLines('icloud-private-relay-iplist/ip-ranges.txt');

await write(
  'networks',
  versionOf('asn'),
  FAMILIES.map(family =>
    flatten([
      readRanges('asn/asn', family, rest => {
        const [, number, name] = /^(\d+),(.*)$/.exec(rest.trim()) ?? [];
        return classifyNetwork({ number: Number(number), name: name ?? '' }, listed) ?? '';
      }).filter(({ text }) => text !== ''),
      parseNetworks(vpnServers, family, 'vpn'),
      // Private relays carry visitors, though they run in hosting networks.
      parseNetworks(relays, family, ''),
    ]),
  ),
);
