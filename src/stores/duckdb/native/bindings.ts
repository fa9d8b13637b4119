/**
 * Stands for `@duckdb/node-bindings` in a compiled program: the addon that `native.ts` has unpacked.
 * It is evaluated when `@duckdb/node-api` is first imported, which `native.ts` does after unpacking.
 */
import { getAddonPath } from './native-location.ts';

const addon: { exports: Record<string, unknown> } = { exports: {} };
process.dlopen(addon, getAddonPath());
module.exports = addon.exports;
