/** Countries as Google Analytics names them. */
import { expect, test } from 'bun:test';
import { findCountryByName } from '../../../src/features/imports/readers/countries.ts';

test.each([
  ['United Kingdom', 'GB'],
  ['Russia', 'RU'],
  ['Serbia', 'RS'],
  ['Burkina Faso', 'BF'],
  ['Benin', 'BJ'],
  ['Vietnam', 'VN'],
  ['Zimbabwe', 'ZW'],
  ['Hong Kong', 'HK'],
  ['Macao', 'MO'],
  ['Palestine', 'PS'],
  ['Myanmar (Burma)', 'MM'],
  ['Turkey', 'TR'],
  ['Türkiye', 'TR'],
  ["Côte d'Ivoire", 'CI'],
  ['Côte d’Ivoire', 'CI'],
  ['Bosnia & Herzegovina', 'BA'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Falkland Islands (Islas Malvinas)', 'FK'],
  ['The Bahamas', 'BS'],
  ['Kosovo', 'XK'],
  ['United States', 'US'],
  ['(not set)', 'XX'],
  ['', 'XX'],
])('%p is %s', (name, code) => {
  expect(findCountryByName(name)).toBe(code);
});
