/** What the query of the script's address may switch on: `/embed/UID.js?events&beacon`. */
export const TRACKER_FLAGS = [
  'hits',
  'kudos',
  'events',
  'countries',
  'uptime',
  'publicstats',
  'beacon',
  'ignore',
  'spa',
] as const;
export type TrackerFlag = (typeof TRACKER_FLAGS)[number];

/** The flags that are on, each with what the query says of it: `unique` for `hits=unique`, empty for `hits`. */
export type TrackerFlags = ReadonlyMap<TrackerFlag, string>;

/**
 * The flags that a query switches on: named alone (`?spa`) or with a value (`?hits=unique`); `=false` and `=0`
 * leave one off. `send=beacon` is `beacon` without being named like the requests that content blockers look for. Anything else in the query is ignored.
 */
export function parseFlags(query: URLSearchParams): TrackerFlags {
  const flags = new Map<TrackerFlag, string>();
  for (const flag of TRACKER_FLAGS) {
    const value = query.get(flag) ?? (query.get('send') === flag ? '' : null);
    if (value !== null && value !== 'false' && value !== '0') flags.set(flag, value);
  }
  return flags;
}

const DEFAULT_LABEL = '👏';
const MAX_LABEL_LENGTH = 32;

/** What the kudos buttons of a page show: an emoji or a few words. Null when the page shows its own (`kudos=custom`). */
export function parseKudosLabel(flags: TrackerFlags): string | null {
  const value = flags.get('kudos') ?? '';
  if (value === 'custom') return null;
  const label = value
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, '')
    .trim();
  return label === '' || label === 'true' || label === '1'
    ? DEFAULT_LABEL
    : [...label].slice(0, MAX_LABEL_LENGTH).join('');
}
