import type { Line } from './fields.ts';
import { linesOf } from './lines.ts';

/** Why the reader took a line for a row of nothing; undefined when the line really says no more. */
const faultOf = (text: string): string | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not a JSON object';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a JSON object';
  return 'created_at' in value && value.created_at ? 'holds a broken character' : undefined;
};

/** Lines of rows by their number: the reader counts lines that are not blank. Reads as far as the last of them. */
export const findNdjsonLines = async (file: string, rows: readonly number[]): Promise<Map<number, Line>> => {
  const wanted = new Set(rows);
  const found = new Map<number, Line>();
  let line = 0;
  let row = 0;
  if (wanted.size === 0) return found;
  for await (const bytes of linesOf(file)) {
    line += 1;
    const isBlank = bytes.every(byte => byte === 32 || byte === 9 || byte === 13);
    if (isBlank) continue;
    if (wanted.has(row)) {
      const message = faultOf(bytes.toString('utf8'));
      found.set(row, message === undefined ? { line } : { line, message });
      if (found.size === wanted.size) break;
    }
    row += 1;
  }
  return found;
};
