/** Writes MaxMind DB files (format 2.0, IPv4). Source: the format's public specification. */

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

const METADATA_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const TYPES = { string: 2, map: 7, uint16: 5, uint32: 6, array: 11, boolean: 14 } as const;

/** Writes a type and a size; sizes up to 284 are enough here. */
function encodeHead(type: number, size: number): Buffer {
  const extended = type > 7;
  const [short, rest] = size < 29 ? [size, []] : [29, [size - 29]];
  return Buffer.from([((extended ? 0 : type) << 5) | short, ...(extended ? [type - 7] : []), ...rest]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([encodeHead(TYPES.string, text.length), text]);
  }
  if (typeof value === 'boolean') return encodeHead(TYPES.boolean, value ? 1 : 0);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([encodeHead(TYPES.uint32, 4), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([encodeHead(TYPES.array, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([encodeHead(TYPES.map, entries.length), ...entries.flat().map(encode)]);
}

/** Writes a database of records by network, such as `203.0.113.0/24`. */
export function writeMmdb(records: Readonly<Record<string, Value>>, type = 'Test-City'): Buffer {
  const nodes: [left: number | null, right: number | null][] = [[null, null]];
  const data: Buffer[] = [];
  const leaves: { readonly node: number; readonly bit: 0 | 1; readonly offset: number }[] = [];
  let size = 0;
  for (const [network, record] of Object.entries(records)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address
      .split('.')
      .map(part => Number(part).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
    let node = 0;
    for (const [index, digit] of [...bits].entries()) {
      const bit = digit === '1' ? 1 : 0;
      if (index === bits.length - 1) leaves.push({ node, bit, offset: size });
      else {
        const pair = nodes[node] ?? [null, null];
        node = pair[bit] ?? nodes.push([null, null]) - 1;
        pair[bit] = node;
      }
    }
    const bytes = encode(record);
    data.push(bytes);
    size += bytes.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, pair] of nodes.entries())
    for (const bit of [0, 1] as const) tree.writeUIntBE(pair[bit] ?? nodes.length, index * 6 + bit * 3, 3);
  for (const { node, bit, offset } of leaves)
    tree.writeUIntBE(nodes.length + 16 + offset, node * 6 + bit * 3, 3);
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_770_000_000,
    database_type: type,
    description: { en: 'test' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...data, METADATA_MARK, metadata]);
}
