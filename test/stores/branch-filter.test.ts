import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodeBranches, encodeBranches } from '../../src/stores/duckdb/native/branch-filter.ts';

const encoded = (bytes: Uint8Array): Uint8Array => {
  const copy = bytes.slice();
  encodeBranches(copy);
  return copy;
};

test('two calls of one function have the same operand once they are encoded', () => {
  const code = new Uint8Array(64);
  // CALL at 0 and JMP at 16, both to 32: distances from the end of the instruction.
  code.set([0xe8, 27, 0, 0, 0], 0);
  code.set([0xe9, 11, 0, 0, 0], 16);
  const [call, jump] = [encoded(code).slice(1, 5), encoded(code).slice(17, 21)];
  expect([...call]).toEqual([27, 0, 0, 0]);
  expect([...jump]).toEqual([...call]);
});

test('any bytes are decoded to what they were', () => {
  // Opcodes and small operands of both signs are common, as in code.
  const byte = fc.oneof(fc.constantFrom(0xe8, 0xe9, 0, 0xff), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4 }), fc.array(byte, { maxLength: 300 }), (head, rest) => {
      const bytes = new Uint8Array([...head, ...rest]);
      const both = encoded(bytes);
      decodeBranches(both);
      expect(both).toEqual(bytes);
    }),
    { numRuns: 2000 },
  );
});
