import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const SLICES = 12;

/** Puts the names of a listing into the order in which they are copied. */
export type CopyOrder = (names: string[]) => string[];

/**
 * Copies the files of a folder one after the other, as a network disk would, in about `durationMs`. The folder is listed
 * at the beginning; files that vanish during the copy are left out.
 */
export async function slowCopy(
  source: string,
  target: string,
  { order, durationMs }: { readonly order: CopyOrder; readonly durationMs: number },
): Promise<void> {
  mkdirSync(target);
  const isFile = (name: string) => statSync(join(source, name), { throwIfNoEntry: false })?.isFile() === true;
  const names = order(readdirSync(source).filter(isFile));
  for (const name of names)
    await sliceCopy(join(source, name), join(target, name), durationMs / names.length / SLICES);
}

/** Copies one file in slices with pauses, so that it grows under the copy. */
async function sliceCopy(from: string, to: string, pauseMs: number): Promise<void> {
  const sizeBytes = statSync(from, { throwIfNoEntry: false })?.size;
  if (sizeBytes === undefined) return;
  if (sizeBytes === 0) return copyFileSync(from, to);
  const input = openSync(from, 'r');
  const output = openSync(to, 'w');
  const slice = Buffer.alloc(Math.ceil(sizeBytes / SLICES));
  for (let position = 0; ; ) {
    const length = readSync(input, slice, 0, slice.length, position);
    if (length === 0) break;
    writeSync(output, slice, 0, length);
    position += length;
    await Bun.sleep(pauseMs);
  }
  closeSync(input);
  closeSync(output);
}
