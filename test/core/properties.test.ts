/** Properties as they are stored: plain ones are formatted in one pass, to the same text as all others. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  formatPlainProperties,
  formatProperties,
  type PropertyValue,
} from '../../src/core/hits/properties.ts';

const VALUE = fc.oneof(
  fc.string(),
  fc.constantFrom('pro', '', 'a b', '\\', '"', 'é', '\u007f', '\ufeffx', '\ud800', 'x'.repeat(513)),
  fc.boolean(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 5, null, [], {}),
);
const PROPERTIES = fc.dictionary(
  fc.oneof(fc.constantFrom('plan', 'a', 'A', 'a.b', '10', '9', '__proto__', 'a b', '-'), fc.string()),
  VALUE,
  { maxKeys: 22 },
);

test('plain properties are formatted as any are; others are left to be looked at', () => {
  fc.assert(
    fc.property(PROPERTIES, given => {
      const text = formatPlainProperties(given);
      const entries = Object.keys(given).map((name): [string, PropertyValue] => [
        name,
        given[name] as PropertyValue,
      ]);
      if (text !== undefined) expect(text).toBe(formatProperties(entries));
    }),
    { numRuns: 2_000 },
  );
  expect(formatPlainProperties({ plan: 'pro', n: 1e21, b: true, none: '' })).toBe(
    '{"b":true,"n":1e21,"plan":"pro"}',
  );
  expect(formatPlainProperties({ none: '' })).toBeNull();
  for (const given of [
    { 'a b': 'x' },
    { ['n'.repeat(65)]: 'x' },
    { a: Number.NaN },
    { a: Infinity },
    { a: null },
    { a: { b: 1 } },
    { a: 'x'.repeat(513) },
    { a: 'a\tb' },
    Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`n${number}`, 1])),
  ])
    expect(formatPlainProperties(given)).toBeUndefined();
});
