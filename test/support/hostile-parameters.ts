/** Values that have no business in a query parameter. Halves of surrogate pairs have no form in an address but their bytes. */
import { HARMLESS_TEXTS } from './hostile-fields.ts';

export const HOSTILE_VALUES: readonly string[] = [
  ...HARMLESS_TEXTS,
  '',
  ' ',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  ',',
  ',,,,',
  '__proto__',
  'constructor',
  'a\u0000b',
  'a\nb',
  '\u001b[2J',
  '\u202e',
  '\ufffd',
  'x'.repeat(5000),
];
