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

/**
 * The flags that a query switches on: named alone (`?spa`) or with a value (`?hits=unique`); `=false` and `=0`
 * leave one off. Anything else in the query is ignored.
 */
export function readFlags(query: URLSearchParams): ReadonlySet<TrackerFlag> {
  const flags = new Set<TrackerFlag>();
  for (const flag of TRACKER_FLAGS) {
    const value = query.get(flag);
    if (value !== null && value !== 'false' && value !== '0') flags.add(flag);
  }
  return flags;
}
