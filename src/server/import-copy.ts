/** A copy of an import's file for the server to read: unpacked, or from where only the process that asks can read. */
import { closeSync, createReadStream, openSync, type Stats, statfsSync, statSync, write } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../core/errors.ts';
import { type ImportFormat, importFormatOf } from '../core/hit-store.ts';
import { asOwner, type Owner } from './folder-owner.ts';

/** What is copied, and where to. */
export interface ImportCopy {
  /** Standard input, or the path of a regular file. */
  readonly source: Readable | string;
  /** What it is called in messages. */
  readonly name: string;
  /** Scratch folder of the server. */
  readonly folder: string;
  /** Who the folder belongs to, where that is not this user. */
  readonly owner: Owner | undefined;
}

const writeFrom = promisify(write);

/** Source: RFC 1952, section 2.3.1. */
const GZIP_SIGNATURE = '1f8b';
const SIGNATURE_BYTES = 4;
/** Enough to see how the rows are written. */
const HEAD_BYTES = 64;
/** Room that a copy leaves on its file system: the server has to write to it as well. */
const RESERVE_BYTES = 64 * 1024 ** 2;
/** How much is written between two looks at the room. */
const ROOM_STEP_BYTES = 16 * 1024 ** 2;

/** Whether a file has to be unpacked before it is imported; false as well when it cannot be read. */
export async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
  await handle.close();
  return hasGzipSignature(buffer.subarray(0, bytesRead));
}

const hasGzipSignature = (head: Buffer): boolean => head.toString('hex').startsWith(GZIP_SIGNATURE);

/** Copies the rows and answers the copy's path. Throws a `CommandError` when they cannot be read, unpacked or kept. */
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
        `rows.${(isFile ? importFormatOf(source) : undefined) ?? formatByContent(chunk)}`,
      );
      // Never over what is there, nor through a link.
      output ??= asOwner(owner, () => openSync(target ?? '', 'wx', 0o600));
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
    const content = Readable.from(continued(head, chunks));
    if (hasGzipSignature(head)) await pipeline(content, createGunzip(), keep);
    else await pipeline(content, keep);
  } catch (error) {
    throw copyRefusal(name, error);
  } finally {
    if (output !== undefined) closeSync(output);
  }
  if (isFile && before) requireUnchanged(source, before);
  if (target === undefined) throw new CommandError(`${name} is empty`);
  return target;
}

/** The same content, whose first piece has so many bytes, if there are as many; nothing of an empty one. */
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

async function* continued(head: Buffer, rest: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
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

/** What went wrong, by the codes of the system and of zlib. */
const REFUSALS: readonly (readonly [code: RegExp, message: (name: string, code: string) => string])[] = [
  [/^(Z_|ERR_ZLIB)/, name => `${name} is damaged or cut short: it cannot be unpacked`],
  [
    /^(EACCES|EPERM)$/,
    (name, code) => `${name} cannot be read (${code}): check the path and its permissions`,
  ],
  [/^EISDIR$/, name => `${name} is a directory`],
  [/^ENOENT$/, () => 'the server ended while the rows were copied, and nothing was imported: try again'],
];

function copyRefusal(name: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const refusal = REFUSALS.find(([pattern]) => pattern.test(code));
  return refusal ? new CommandError(refusal[1](name, code)) : error;
}

function requireUnchanged(file: string, before: Stats): void {
  const now = statSync(file, { throwIfNoEntry: false });
  const facts = ['dev', 'ino', 'size', 'mtimeMs'] as const;
  if (now === undefined || facts.some(fact => now[fact] !== before[fact]))
    throw new CommandError(`${file} changed while it was read, so nothing was imported: import a copy of it`);
}

function formatByContent(head: Buffer): ImportFormat {
  const text = head.toString('utf8', 0, HEAD_BYTES);
  if (text.startsWith('PAR1')) return 'parquet';
  return /^\uFEFF?\s*[{[]/.test(text) ? 'ndjson' : 'csv';
}
