/** A file that the engine writes, into a scratch folder where it is read while it grows. */
import { closeSync, existsSync, openSync, read as readCallback } from 'node:fs';
import { promisify } from 'node:util';
import type { ExportStream } from '../../../core/hits/export.ts';
import type { HitEngine } from '../engine-types.ts';
import { literal, raw, type Sql, sql, toRun } from '../sql/sql.ts';

const read = promisify(readCallback);

const CHUNK_BYTES = 256 * 1024;
/** How long to wait for a file to grow. */
const GROWTH_MS = 10;

/** Where an export is written. */
interface Writing {
  readonly file: string;
  /** Folder of the file, which is removed with it. */
  readonly folder: string;
  /** Ends when the caller's signal does, and with `stop`. */
  readonly signal: AbortSignal;
  /** Writes rows to the file. Resolves with how many. */
  readonly write: (rows: Sql, options: string) => Promise<number>;
  /** Ends what is written, and removes the scratch folder. */
  readonly stop: () => void;
}

/** Starts a file of an export: a scratch file, unless its path is given. */
export const startWriting = (
  engine: HitEngine,
  caller: AbortSignal | undefined,
  target?: string,
): Writing => {
  const stopping = new AbortController();
  const signal = caller ? AbortSignal.any([stopping.signal, caller]) : stopping.signal;
  const scratch = engine.createScratch();
  const file = target ?? `${scratch.path}/rows`;
  return {
    file,
    folder: scratch.path,
    signal,
    write: (rows, options) =>
      engine.readAtLength(
        session =>
          toRun(session)(sql`copy (${rows}) to ${literal(file)} (${raw(options)}, use_tmp_file false)`),
        signal,
      ),
    stop() {
      stopping.abort();
      scratch.remove();
    },
  };
};

/** Reads a file while it is being written, until `written` resolves, with whose value it returns. */
export async function* readGrowing(file: string, written: Promise<number>): ExportStream {
  let isWritten = false;
  const ended = written.then(
    () => {
      isWritten = true;
    },
    () => {
      isWritten = true;
    },
  );
  const wait = () => Promise.race([ended, Bun.sleep(GROWTH_MS)]);
  while (!isWritten && !existsSync(file)) await wait();
  // A failure before there was a file.
  if (isWritten) await written;
  const descriptor = openSync(file, 'r');
  try {
    for (let position = 0; ; ) {
      const wasWritten = isWritten;
      const { bytesRead, buffer } = await read(
        descriptor,
        Buffer.allocUnsafe(CHUNK_BYTES),
        0,
        CHUNK_BYTES,
        position,
      );
      position += bytesRead;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else if (wasWritten) return await written;
      else await wait();
    }
  } finally {
    closeSync(descriptor);
  }
}
