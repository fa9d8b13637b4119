import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items that are stringified at a time. */
const SLICE_ITEMS = 500;

/**
 * Stringifies an answer. Long lists in it are stringified in slices that yield to the event loop: tens of thousands of
 * rows take a good part of a second.
 */
export function toJsonText(body: unknown): string | Promise<string> {
  const hasLongList =
    typeof body === 'object' && body !== null && Object.values(body).some(value => isLong(value));
  return hasLongList ? stringifyInSlices(body) : JSON.stringify(body);
}

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > SLICE_ITEMS;

async function stringifyInSlices(body: object): Promise<string> {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const text = isLong(value) ? await stringifyList(value) : JSON.stringify(value);
    fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

async function stringifyList(items: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  for (let start = 0; start < items.length; start += SLICE_ITEMS) {
    if (start > 0) await nextTurn();
    texts.push(JSON.stringify(items.slice(start, start + SLICE_ITEMS)).slice(1, -1));
  }
  return `[${texts.join(',')}]`;
}
