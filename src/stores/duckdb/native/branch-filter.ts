/**
 * Filters x86 code so that it compresses better, as the BCJ filter of xz and the E8 translation of LZX do: the operand of CALL
 * and JMP, which says how far the target is from the instruction, becomes a position in the file, so that all branches to one
 * function have the same bytes.
 */

/** Opcodes E8 (CALL rel32) and E9 (JMP rel32), which differ in the last bit. */
const OPCODE = 0xe8;
const OPCODE_MASK = 0xfe;
const OPERAND_BYTES = 4;

/** Replaces the operands in place. Bytes that only look like a branch are translated too: decoding reverts all of them. */
function translate(bytes: Uint8Array, toTranslated: (operand: number, position: number) => number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = bytes.byteLength - OPERAND_BYTES;
  for (let at = 0; at < last; at++) {
    if (((bytes[at] ?? 0) & OPCODE_MASK) !== OPCODE) continue;
    const operand = view.getInt32(at + 1, true);
    // Others point out of the file, in either form.
    if (operand >= -at && operand < bytes.byteLength) view.setInt32(at + 1, toTranslated(operand, at), true);
    at += OPERAND_BYTES;
  }
}

/** Encodes x86 code in place: distances become positions. */
export function encodeBranches(bytes: Uint8Array): void {
  const size = bytes.byteLength;
  translate(bytes, (distance, at) => (distance < size - at ? distance + at : distance - size));
}

/** Decodes in place what `encodeBranches` has encoded. */
export function decodeBranches(bytes: Uint8Array): void {
  const size = bytes.byteLength;
  translate(bytes, (position, at) => (position >= 0 ? position - at : position + size));
}
