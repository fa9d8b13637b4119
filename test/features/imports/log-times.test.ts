/** Times of access logs: a parser that remembers what it read last says the same as one that has read nothing. */
import { expect, test } from 'bun:test';
import { createTimeParser } from '../../../src/features/imports/readers/access-log/times.ts';
import { createRandom } from '../../support/random.ts';

const twoDigits = (number: number): string => String(number).padStart(2, '0');

for (const seed of [1, 2, 3])
  test(`times that follow each other are read as each by itself (${seed})`, () => {
    const { next, pick } = createRandom(seed);
    const parse = createTimeParser('Europe/Berlin');
    const read = Array.from({ length: 3000 }, () => {
      const clock = [pick(['01', '23', '00']), pick(['00', '29', '59', '60']), twoDigits(next(62))].join(':');
      const zone = pick([' +0000', ' +0000', ' -0800', ' +0530', ' +1245', '']);
      const text = `${pick(['28', '29', '31'])}/${pick(['Mar', 'Dec'])}/2026:${clock}${zone}`;
      return [text, parse(text)];
    });
    expect(read).toEqual(read.map(([text = '']) => [text, createTimeParser('Europe/Berlin')(text)]));
  });

test('lines of the minute of a leap second stay in their minute', () => {
  const parse = createTimeParser('UTC');
  const times = [':59', ':60', ':30'].map(second => parse(`31/Dec/2016:23:59${second} +0000`));
  expect(times).toEqual(['2016-12-31T23:59:59.000Z', '2017-01-01T00:00:00.000Z', '2016-12-31T23:59:30.000Z']);
});
