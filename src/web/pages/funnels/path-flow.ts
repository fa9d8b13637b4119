/** Where a flow begins and which way it takes, in the address of the page. */

import { PATH_DIRECTIONS, type PathDirection } from '../../../core/hits/paths.ts';
import { normalizePath } from '../../../lib/normalize-path.ts';

export interface Flow {
  /** At most one of both; null: every visit. */
  readonly startPath: string | null;
  readonly startEvent: string | null;
  readonly direction: PathDirection;
  readonly via: readonly string[];
}

/** Pages that are gone through at most: the API has eight steps. */
const MAX_VIA = 7;

const NAMES = {
  startPath: 'start_path',
  startEvent: 'start_event',
  direction: 'direction',
  via: 'via',
} as const;

export function parseFlow(search: string): Flow {
  const parameters = new URLSearchParams(search);
  const given = parameters.get(NAMES.startPath);
  const startPath = given ? normalizePath(given) : null;
  return {
    startPath,
    startEvent: startPath === null ? parameters.get(NAMES.startEvent) || null : null,
    direction: PATH_DIRECTIONS.find(word => word === parameters.get(NAMES.direction)) ?? 'after',
    // As answers have them, where an older link has not.
    via: parameters.getAll(NAMES.via).slice(0, MAX_VIA).map(normalizePath),
  };
}

/** Returns the query string of the page with another flow; the view in it is kept. */
export function formatFlow(search: string, { startPath, startEvent, direction, via }: Flow): string {
  const parameters = new URLSearchParams(search);
  for (const name of Object.values(NAMES)) parameters.delete(name);
  if (startPath !== null) parameters.set(NAMES.startPath, startPath);
  else if (startEvent !== null) parameters.set(NAMES.startEvent, startEvent);
  if (direction !== 'after') parameters.set(NAMES.direction, direction);
  for (const page of via.slice(0, MAX_VIA)) parameters.append(NAMES.via, page);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
