/** Copies an import file to where the server can read it: decompressed, from standard input, or from a file that only the caller may read. */
import { closeSync, createReadStream, openSync, type Stats, statfsSync, statSync, write } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { CommandError, getErrorCode } from '../core/errors.ts';
import { findImportFormat, type ImportFormat } from '../core/hits/import.ts';
import { type Owner, runAsOwner } from './remote/folder-owner.ts';

export interface ImportCopy {
  /** Standard input, or the path of a regular file. */
  readonly source: Readable | string;
  /** Its name in messages. */
  readonly name: string;
  /** Scratch folder of the server. */
  readonly folder: string;
  /** Owner of the folder, where that is another user. */
  readonly owner: Owner | undefined;
}

const writeFrom = promisify(write);

/** Source: RFC 1952, section 2.3.1. */
const GZIP_SIGNATURE = '1f8b';
const SIGNATURE_BYTES = 4;
/** Bytes that the format is recognised by. */
const HEAD_BYTES = 64;
/** Free space that a copy leaves on the file system, which the server writes to as well. */
const RESERVE_BYTES = 64 * 1024 ** 2;
/** Bytes written between two checks of the free space. */
const ROOM_STEP_BYTES = 16 * 1024 ** 2;

/** Returns whether a file is compressed; false also when it cannot be read. */
export async function isGzipped(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
  await handle.close();
  return hasGzipSignature(buffer.subarray(0, bytesRead));
}

const hasGzipSignature = (head: Buffer): boolean => head.toString('hex').startsWith(GZIP_SIGNATURE);

/** Copies the rows and returns the path of the copy. Throws a `CommandError` when they cannot be read, decompressed or written. */
export async function copyForImport({ source, name, folder, owner }: ImportCopy): Promise<string> {
  const isFile = typeof source === 'string';
  const before = isFile ? statSync(source) : undefined;
  let target: string | undefined;
  let output: number | undefined;
  const keep = async (content: AsyncIterable<Buffer>): Promise<void> => {
    let unmeasured = ROOM_STEP_BYTES;
    for await (const chunk of withHead(content, HEAD_BYTES)) {
      target ??= join(
        folder,
        `rows.${(isFile ? findImportFormat(source) : undefined) ?? detectFormat(chunk)}`,
      );
      // `wx` neither overwrites a file nor follows a link.
      output ??= runAsOwner(owner, () => openSync(target ?? '', 'wx', 0o600));
      unmeasured += chunk.length;
      if (unmeasured >= ROOM_STEP_BYTES) {
        requireRoom(target, name);
        unmeasured = 0;
      }
      for (let done = 0; done < chunk.length; ) done += (await writeFrom(output, chunk, done)).bytesWritten;
    }
  };
  try {
    const chunks = withHead(isFile ? createReadStream(source) : source, SIGNATURE_BYTES);
    const first = await chunks.next();
    const head = first.done ? Buffer.alloc(0) : first.value;
    const content = Readable.from(prepend(head, chunks));
    if (hasGzipSignature(head)) await pipeline(content, createGunzip(), keep);
    else await pipeline(content, keep);
  } catch (error) {
    throw toCopyError(name, error);
  } finally {
    if (output !== undefined) closeSync(output);
  }
  if (isFile && before) requireUnchanged(source, before);
  if (target === undefined) throw new CommandError(`${name} is empty`);
  return target;
}

/** Yields the same content, with at least so many bytes in the first chunk where there are as many. */
async function* withHead(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer, void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of content) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < bytes) continue;
    yield head;
    head = undefined;
  }
  if (head?.length) yield head;
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  if (head.length > 0) yield head;
  yield* rest;
}

function requireRoom(target: string, name: string): void {
  const { bavail, bsize } = statfsSync(dirname(target));
  if (bavail * bsize < RESERVE_BYTES)
    throw new CommandError(
      `there is no room to copy ${name} to ${dirname(target)}: free some space and try again`,
    );
}

/** Messages by the error codes of the system and of zlib. */
const ERROR_MESSAGES: readonly (readonly [code: RegExp, message: (name: string, code: string) => string])[] =
  [
    [/^(Z_|ERR_ZLIB)/, name => `${name} is damaged or cut short: it cannot be unpacked`],
    [
      /^(EACCES|EPERM)$/,
      (name, code) => `${name} cannot be read (${code}): check the path and its permissions`,
    ],
    [/^EISDIR$/, name => `${name} is a directory`],
    [/^ENOENT$/, () => 'the server ended while the rows were copied, and nothing was imported: try again'],
  ];

function toCopyError(name: string, error: unknown): unknown {
  const code = getErrorCode(error);
  const refusal = ERROR_MESSAGES.find(([pattern]) => pattern.test(code));
  return refusal ? new CommandError(refusal[1](name, code)) : error;
}

function requireUnchanged(file: string, before: Stats): void {
  const now = statSync(file, { throwIfNoEntry: false });
  const facts = ['dev', 'ino', 'size', 'mtimeMs'] as const;
  if (now === undefined || facts.some(fact => now[fact] !== before[fact]))
    throw new CommandError(`${file} changed while it was read, so nothing was imported: import a copy of it`);
}

function detectFormat(head: Buffer): ImportFormat {
  const text = head.toString('utf8', 0, HEAD_BYTES);
  if (text.startsWith('PAR1')) return 'parquet';
  return /^\uFEFF?\s*[{[]/.test(text) ? 'ndjson' : 'csv';
}
