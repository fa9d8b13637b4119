/** Reads the tables inside the program that addresses are looked up in; `scripts/update-address-tables.ts` makes them. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type AddressRanges, decodeRanges } from '../lib/address-ranges.ts';
import countries from '../reference/countries.br' with { type: 'file' };
import networks from '../reference/networks.br' with { type: 'file' };

const PATHS = {
  /** Countries, two capitals, by DB-IP (CC BY 4.0, credited where its results are shown). */
  countries,
  /** Kinds of networks that are not `access`, from autonomous systems (RouteViews, NRO, DB-IP) and lists of them. */
  networks,
};

/** Reads a table; takes some 50 ms. */
export const readAddressTable = (name: keyof typeof PATHS): AddressRanges =>
  decodeRanges(brotliDecompressSync(readFileSync(PATHS[name])));
