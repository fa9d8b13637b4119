import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createRecordAssembler, quoteField } from '../../src/lib/csv-records.ts';

/** Reads the records of a text; what is wrong with a record stands in its place. */
function readRecords(text: string, separator = ','): unknown[] {
  const read: unknown[] = [];
  const assembler = createRecordAssembler({
    width: () => undefined,
    accept: (_line, _record, { fields, message }) => read.push(fields ?? message),
    report: (_line, message) => read.push(message),
    separator,
  });
  for (const line of text.split('\n')) assembler.next(line);
  assembler.end();
  return read;
}

const quoteAlways = (field: string): string => `"${field.replaceAll('"', '""')}"`;
// Records of one empty or blank field are blank lines.
const records = fc.array(
  fc.array(fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', '\n', ' ') }), {
    minLength: 2,
    maxLength: 5,
  }),
  { minLength: 1, maxLength: 4 },
);

test.each([
  ['where they need it', (field: string) => quoteField(field)],
  ['always', quoteAlways],
])('records whose fields are quoted %s are read as they were', (_, quote) => {
  fc.assert(
    fc.property(records, given => {
      const text = given.map(record => record.map(quote).join(',')).join('\n');
      fc.pre(given.every(record => record.map(quote).join(',').trim() !== ''));
      expect(readRecords(text)).toEqual(given);
    }),
  );
});

const STRAY = 'a quotation mark stands in the middle of a field';
test.each([
  ['"a","","b,c"', ['a', '', 'b,c']],
  ['"","x"","""', ['', 'x","']],
  ['a,"b"', ['a', 'b']],
  ['a,b"c', STRAY],
  ['a,"b"c', STRAY],
  ['a,"b"",c', 'a quotation mark is never closed'],
  ['a,"', 'a quotation mark is never closed'],
])('%s is read as %j', (line, expected) => {
  expect(readRecords(line)).toEqual([expected]);
});
