/** Batch bodies: received, scanned and parsed in slices of a few milliseconds, large ones in turns of their owners. */
import { isUtf8 } from 'node:buffer';
import { AppError } from '../core/errors.ts';
import { MAX_BATCH_ROWS } from '../core/limits.ts';
import { createTurns } from '../lib/fair-pool.ts';
import { type ArrayScan, createArrayScanner } from '../lib/json-scan.ts';
import { createTimeSlice, type TimeSlice } from '../lib/time-slice.ts';
import {
  MAX_BODY_BYTES,
  MAX_DEPTH,
  malformed,
  notUtf8,
  parseJsonBytes,
  receiveBody,
  tooDeep,
} from './body.ts';

/**
 * Batches over this are processed one at a time, in turns of the users who send them: rows take several times the memory of their text. A batch of as many rows as are
 * allowed is smaller, if they have a few properties each.
 */
const LARGE_BYTES = 512 * 1024;
/** Limit of a row: it may be as large as a single write, of which only a dozen fields are read. */
const MAX_ROW_TOKENS = 10_000;
const LIMITS = {
  maxDepth: MAX_DEPTH,
  maxBytes: MAX_BODY_BYTES.standard,
  maxTokens: MAX_ROW_TOKENS,
  maxElements: MAX_BATCH_ROWS,
} as const;

const SLICE_BYTES = 128 * 1024;
/** Elements are parsed in groups of about this size: one by one takes half as long again. */
const GROUP_BYTES = 8 * 1024;
/** How long a batch blocks the event loop at most. */
const SLICE_MS = 3;

const large = createTurns();

/**
 * Calls `use` with the body, parsed as `parseJson` does; of more rows than a batch may have only the number is correct.
 * The body's share of the budget is held until `use` is done. Throws 413 for a body over 10 MiB and for a row over 1 MiB
 * or 10,000 values, and as `receiveBody` does.
 */
export async function useBatchBody<Result>(
  request: Request,
  owner: string,
  use: (body: unknown) => Result | Promise<Result>,
): Promise<Result> {
  const reception = receiveBody(request, MAX_BODY_BYTES.batch, owner);
  if (!reception) return use(undefined);
  try {
    const bytes = await reception.bytes;
    const work = async () => use(await parseRows(bytes));
    return await (bytes.byteLength > LARGE_BYTES ? large.run(owner, work) : work());
  } finally {
    reception.release();
  }
}

/** Parses the rows of a JSON array; returns what `parseJson` does for anything else. */
async function parseRows(bytes: Uint8Array): Promise<unknown> {
  if (bytes.byteLength === 0) return undefined;
  if (!isUtf8(bytes)) return notUtf8;
  const slice = createTimeSlice(SLICE_MS);
  const scanner = createArrayScanner(bytes, LIMITS);
  let scan: ArrayScan | undefined;
  while (!scan) {
    scan = scanner(SLICE_BYTES);
    if (slice.isOver()) await slice.next();
  }
  switch (scan.kind) {
    case 'malformed':
      return malformed;
    case 'too deep':
      return tooDeep;
    case 'too large an element':
      throw new AppError(
        'too_large',
        `row ${scan.index} of the batch is too large: at most ${LIMITS.maxBytes / 1024 ** 2} MiB and ${MAX_ROW_TOKENS} values`,
      );
    case 'not an array':
      // It is refused in any case: a long one is not parsed.
      return bytes.byteLength > LIMITS.maxBytes ? {} : parseJsonBytes(bytes);
    case 'array':
      // An empty array of that length: it is refused for its length.
      if (scan.count > MAX_BATCH_ROWS) return new Array<undefined>(scan.count);
      return parseElements(bytes, scan, slice);
  }
}

async function parseElements(
  bytes: Uint8Array,
  { start, ends }: Extract<ArrayScan, { kind: 'array' }>,
  slice: TimeSlice,
): Promise<unknown> {
  // A byte order mark before an element is not JSON white space.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const rows: unknown[] = [];
  let from = start;
  try {
    for (let first = 0; first < ends.length; ) {
      const next = findGroupEnd(ends, first, from);
      const end = ends[next - 1] ?? from;
      const group = JSON.parse(`[${decoder.decode(bytes.subarray(from, end))}]`) as unknown[];
      for (const row of group) rows.push(row);
      from = end + 1;
      first = next;
      if (slice.isOver()) await slice.next();
    }
  } catch {
    return malformed;
  }
  return rows;
}

/** Returns the index after the last element of a group: as many as fit, one at least. */
function findGroupEnd(ends: readonly number[], first: number, from: number): number {
  let next = first + 1;
  while (next < ends.length && (ends[next] ?? 0) - from <= GROUP_BYTES) next += 1;
  return next;
}
