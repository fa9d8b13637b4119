/**
 * Joins Parquet files with the same columns to one: the row groups of each as they are, and a footer that says where they are
 * now. See decision 044.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import {
  changeInteger,
  changeStruct,
  changeStructs,
  readInteger,
  readList,
  readStruct,
  writeStructList,
} from '../../../lib/thrift.ts';

const MAGIC = Buffer.from('PAR1');
/** The length of the footer, and the magic number. */
const TAIL_BYTES = 8;
const CHUNK_BYTES = 1024 ** 2;

/** Numbers of fields in Parquet's definition of its footer, with the structs that they are in. */
const FILE = { schema: 2, rows: 3, rowGroups: 4 } as const;
const ROW_GROUP = { columns: 1, offset: 5, ordinal: 7 } as const;
const COLUMN_CHUNK = { offset: 2, metadata: 3, offsetIndexOffset: 4, columnIndexOffset: 6 } as const;
const COLUMN_METADATA = {
  dataOffset: 9,
  indexOffset: 10,
  dictionaryOffset: 11,
  bloomFilterOffset: 14,
} as const;

/** Changes a row group that now comes as many bytes later in its file, as the one of a number. */
const moveRowGroup = (bytes: number, ordinal: number) => {
  // Zero stands for no offset: nothing is in the place of the magic number.
  const move = changeInteger(offset => (offset === 0n ? 0n : offset + BigInt(bytes)));
  const metadata = changeStruct({
    [COLUMN_METADATA.dataOffset]: move,
    [COLUMN_METADATA.indexOffset]: move,
    [COLUMN_METADATA.dictionaryOffset]: move,
    [COLUMN_METADATA.bloomFilterOffset]: move,
  });
  const column = changeStruct({
    [COLUMN_CHUNK.offset]: move,
    [COLUMN_CHUNK.metadata]: metadata,
    [COLUMN_CHUNK.offsetIndexOffset]: move,
    [COLUMN_CHUNK.columnIndexOffset]: move,
  });
  return changeStruct({
    [ROW_GROUP.columns]: changeStructs(column),
    [ROW_GROUP.offset]: move,
    [ROW_GROUP.ordinal]: changeInteger(() => BigInt(ordinal)),
  });
};

/** Creates the footer of files that are joined. */
function createFooter() {
  let first: { readonly bytes: Uint8Array; readonly schema: Uint8Array } | undefined;
  let rows = 0n;
  const groups: Uint8Array[] = [];
  return {
    /** Adds the footer of a file whose content comes as many bytes later. */
    add(bytes: Uint8Array, movedBytes: number): void {
      const fields = readStruct(bytes);
      const [schema, ownRows, ownGroups] = [FILE.schema, FILE.rows, FILE.rowGroups].map(id => fields.get(id));
      if (!schema || !ownRows || !ownGroups) throw new Error('a footer of Parquet lacks a field');
      first ??= { bytes, schema };
      if (!Buffer.from(first.schema).equals(schema)) throw new Error('parts of an export differ in columns');
      rows += readInteger(ownRows);
      for (const group of readList(ownGroups)) groups.push(moveRowGroup(movedBytes, groups.length)(group));
    },
    /** Returns the footer of the whole. */
    toBytes: (): Uint8Array => {
      if (!first) throw new Error('an export without parts has no footer');
      return changeStruct({
        [FILE.rows]: changeInteger(() => rows),
        [FILE.rowGroups]: () => writeStructList(groups),
      })(first.bytes);
    },
  };
}

/** Reads a part of a file. */
async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('a part of an export ends early');
    done += bytesRead;
  }
  return bytes;
}

/** Reads a finished file in chunks, without magic numbers and footer. Returns the footer. */
async function* readContent(path: string): AsyncGenerator<Uint8Array, Uint8Array, void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tail = await readBytes(file, size - TAIL_BYTES, TAIL_BYTES);
    const footerBytes = tail.readUInt32LE();
    const end = size - TAIL_BYTES - footerBytes;
    for (let position = MAGIC.length; position < end; position += CHUNK_BYTES)
      yield await readBytes(file, position, Math.min(CHUNK_BYTES, end - position));
    return await readBytes(file, end, footerBytes);
  } finally {
    await file.close();
  }
}

/** Joins files as they come, in their order, and removes each. Its bytes are no valid file before the last one. */
export async function* joinParquet(paths: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  const footer = createFooter();
  let position = MAGIC.length;
  yield MAGIC;
  for await (const path of paths) {
    const movedBytes = position - MAGIC.length;
    const content = readContent(path);
    try {
      for (;;) {
        const { done, value } = await content.next();
        if (done) {
          footer.add(value, movedBytes);
          break;
        }
        yield value;
        position += value.length;
      }
    } finally {
      await content.return(MAGIC);
    }
    await rm(path);
  }
  const bytes = footer.toBytes();
  const length = Buffer.alloc(TAIL_BYTES - MAGIC.length);
  length.writeUInt32LE(bytes.length);
  yield Buffer.concat([bytes, length, MAGIC]);
}
