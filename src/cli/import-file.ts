/** The file of an import, made readable for whoever imports it: unpacked, or copied from where only this process can read. */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { Config } from '../config/options.ts';
import { CommandError } from '../core/errors.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../core/hit-store.ts';
import type { CliContext } from './command.ts';
import { ownerToActAs } from './folder-owner.ts';
import { runOnServer } from './run-command.ts';

/** A file that the importing process can read, and what to call it in messages when that is not its path. */
export interface ReadableFile {
  readonly file: string;
  readonly name?: string;
}

interface ImportSource {
  readonly siteId: number;
  /** Path, or `-` for standard input. */
  readonly path: string;
  readonly config: Config;
}

/** Compressed files by their first bytes, in hexadecimal digits. */
const UNPACKERS = [
  { signature: '1f8b', create: createGunzip },
  { signature: '28b52ffd', create: createZstdDecompress },
] as const;
const PACKED_ENDING = /\.(?:gz|zst)$/i;
const SIGNATURE_BYTES = 4;
/** Room that a copy leaves on its file system. */
const RESERVE_BYTES = 64 * 1024 ** 2;
const HEAD_BYTES = 64;

/**
 * Calls `importIt` with a file that the server, or this process when none runs, can read: the one that was given, or a copy
 * of it that is removed afterwards. Throws a `CommandError` when it cannot be read or unpacked.
 */
export async function withImportFile<Result>(
  source: ImportSource,
  context: CliContext,
  importIt: (readable: ReadableFile) => Promise<Result>,
): Promise<Result> {
  const { path, config } = source;
  const isStdin = path === '-';
  const file = resolve(path);
  const stats = isStdin ? undefined : statSync(file, { throwIfNoEntry: false });
  const server = await runOnServer(
    'import.prepare',
    { siteId: source.siteId, ...identityOf(file, stats) },
    config,
  );
  const owner = ownerToActAs(config.data);
  const canRead = server ? server.result.canRead : owner === undefined;
  // What is missing or no regular file is refused by whoever imports it.
  const isCopied = isStdin || (stats?.isFile() === true && (!canRead || (await isPacked(file))));
  if (!isCopied) return importIt({ file });
  const name = isStdin ? 'standard input' : file;
  const folder = server ? join(resolve(config.data), 'tmp') : tmpdir();
  const copy = join(folder, `import-${randomBytes(8).toString('hex')}`);
  const copies = [copy, ...IMPORT_FORMATS.map(format => `${copy}.${format}`)];
  const remove = () => {
    for (const each of copies) rmSync(each, { force: true });
  };
  const stop = () => {
    remove();
    process.exit(130);
  };
  process.once('SIGINT', stop);
  try {
    await copyUnpacked(isStdin ? context.stdin : createReadStream(file), copy, name);
    if (stats) assertUnchanged(file, stats);
    const readable = `${copy}.${formatOf(path) ?? sniffFormat(copy)}`;
    renameSync(copy, readable);
    if (owner) chownSync(readable, owner.uid, owner.gid);
    return await importIt({ file: readable, name });
  } finally {
    process.off('SIGINT', stop);
    remove();
  }
}

const identityOf = (file: string, stats: Stats | undefined) =>
  stats ? { file, dev: stats.dev, ino: stats.ino } : {};

async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
  await handle.close();
  return unpackerOf(buffer.subarray(0, bytesRead)) !== undefined;
}

const unpackerOf = (head: Buffer) =>
  UNPACKERS.find(({ signature }) => head.toString('hex').startsWith(signature));

/** Copies a stream into a new file, unpacked where it is compressed. */
async function copyUnpacked(source: Readable, target: string, name: string): Promise<void> {
  const chunks = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  try {
    while (head.length < SIGNATURE_BYTES) {
      const { done, value } = await chunks.next();
      if (done) break;
      head = Buffer.concat([head, value]);
    }
    const content = Readable.from(restOf(head, chunks));
    const output = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    const unpacker = unpackerOf(head);
    if (unpacker) await pipeline(content, unpacker.create(), keepingRoom(target, name), output);
    else await pipeline(content, keepingRoom(target, name), output);
  } catch (error) {
    throw copyRefusal(name, error);
  }
}

async function* restOf(head: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** Passes everything on and fails before the disk is full: the server has to write to it as well. */
function keepingRoom(target: string, name: string): Transform {
  let unmeasured = RESERVE_BYTES;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      unmeasured += chunk.length;
      if (unmeasured < RESERVE_BYTES / 4) {
        next(null, chunk);
        return;
      }
      unmeasured = 0;
      const { bavail, bsize } = statfsSync(dirname(target));
      const isTight = bavail * bsize < RESERVE_BYTES;
      next(
        isTight
          ? new CommandError(`there is no room to copy ${name} to ${target}: free some space and try again`)
          : null,
        chunk,
      );
    },
  });
}

function copyRefusal(name: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(Z_|ZSTD_|ERR_ZLIB)/.test(code))
    return new CommandError(`${name} is damaged or cut short: it cannot be unpacked`);
  if (code === 'EACCES' || code === 'EPERM')
    return new CommandError(`${name} cannot be read (${code}): check the path and its permissions`);
  return error;
}

function assertUnchanged(file: string, before: Stats): void {
  const now = statSync(file, { throwIfNoEntry: false });
  const facts = ['dev', 'ino', 'size', 'mtimeMs'] as const;
  if (now === undefined || facts.some(fact => now[fact] !== before[fact]))
    throw new CommandError(`${file} changed while it was read, so nothing was imported: import a copy of it`);
}

/** Format by the ending of a name; undefined when that tells nothing. */
function formatOf(path: string): ImportFormat | undefined {
  const ending = path.replace(PACKED_ENDING, '').split('.').at(-1)?.toLowerCase();
  return ending === 'jsonl' ? 'ndjson' : IMPORT_FORMATS.find(format => format === ending);
}

/** Format by the first bytes of a file. */
function sniffFormat(file: string): ImportFormat {
  const head = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(file, 'r');
  const text = head.toString('utf8', 0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
  closeSync(descriptor);
  if (text.startsWith('PAR1')) return 'parquet';
  return /^\uFEFF?\s*[{[]/.test(text) ? 'ndjson' : 'csv';
}
