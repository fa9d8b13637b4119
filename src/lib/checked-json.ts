/** JSON objects that carry a checksum of themselves, so that damage which is still JSON is noticed. */

const checksumOf = (value: object): number => Bun.hash.crc32(JSON.stringify(value));

/** Formats an object with its checksum. */
export const formatCheckedJson = (value: object): string =>
  `${JSON.stringify({ ...value, checksum: checksumOf(value) })}\n`;

/** Parses such an object, or one without a checksum. Throws a `SyntaxError` when it is damaged. */
export function parseCheckedJson<Value extends object>(text: string): Value {
  const { checksum, ...value } = JSON.parse(text) as Value & { readonly checksum?: number };
  if (checksum !== undefined && checksum !== checksumOf(value))
    throw new SyntaxError('its checksum is wrong');
  return value as unknown as Value;
}
