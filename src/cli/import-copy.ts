/** Copies an import file to where the server can read it: from standard input, or from a file that only the caller may read. */
import { closeSync, createReadStream, openSync, type Stats, statfsSync, statSync, write } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { CommandError, getErrorCode } from '../core/errors.ts';
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

/** Free space that a copy leaves on the file system, which the server writes to as well. */
const RESERVE_BYTES = 64 * 1024 ** 2;
/** Bytes written between two checks of the free space. */
const ROOM_STEP_BYTES = 16 * 1024 ** 2;

/** Copies the file and returns the path of the copy. Throws a `CommandError` when it is empty, or cannot be read or written. */
export async function copyForImport({ source, name, folder, owner }: ImportCopy): Promise<string> {
  const isFile = typeof source === 'string';
  const before = isFile ? statSync(source) : undefined;
  const target = join(folder, 'file');
  // `wx` neither overwrites a file nor follows a link.
  const output = runAsOwner(owner, () => openSync(target, 'wx', 0o600));
  let size = 0;
  let unmeasured = ROOM_STEP_BYTES;
  try {
    const content: AsyncIterable<Buffer> = isFile ? createReadStream(source) : source;
    for await (const chunk of content) {
      unmeasured += chunk.length;
      if (unmeasured >= ROOM_STEP_BYTES) {
        requireRoom(target, name);
        unmeasured = 0;
      }
      for (let done = 0; done < chunk.length; ) done += (await writeFrom(output, chunk, done)).bytesWritten;
      size += chunk.length;
    }
  } catch (error) {
    throw toCopyError(name, error);
  } finally {
    closeSync(output);
  }
  if (isFile && before) requireUnchanged(source, before);
  if (size === 0) throw new CommandError(`${name} is empty`);
  return target;
}

function requireRoom(target: string, name: string): void {
  const { bavail, bsize } = statfsSync(dirname(target));
  if (bavail * bsize < RESERVE_BYTES)
    throw new CommandError(
      `there is no room to copy ${name} to ${dirname(target)}: free some space and try again`,
    );
}

/** Messages by the error codes of the system. */
const ERROR_MESSAGES: readonly (readonly [code: RegExp, message: (name: string, code: string) => string])[] =
  [
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
