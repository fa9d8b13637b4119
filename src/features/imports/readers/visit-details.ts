/** What other tools know of a visit beside its browser and country, in the form that it has here. */
import { toScreenSize } from '../../../core/screens.ts';
import { parseLanguage } from '../../../ingest/language.ts';
import { toVersion } from '../../../ingest/user-agent.ts';

/** Returns the size of a screen from its resolution: `1920x1080`, `1920,1080,2` or `1920`; null when it is not known. */
export function toOwnScreen(resolution: string): string | null {
  const width = /^\s*(\d{2,5})(?=\s*($|[x×,]))/.exec(resolution)?.[1];
  return width === undefined ? null : toScreenSize(Number(width));
}

/** Returns a language tag: tools differ in their case and in the sign between its parts. */
export const toOwnLanguage = (given: string): string | null =>
  parseLanguage(given.trim().replaceAll('_', '-'));

/** Returns the version of a browser; null when it is not known. */
export const toOwnBrowserVersion = (given: string): string | null => toVersion(given, 1);

/** Returns the version of a system; null when it is not known. */
export const toOwnPlatformVersion = (given: string): string | null => toVersion(given, 2);

const MAX_PLACE_LENGTH = 100;

/** Returns the name of a place; null when it is not known. */
export function toOwnPlace(given: string): string | null {
  const name = given.trim();
  return name === '' || /^(unknown|\(not set\)|null|xx)$/i.test(name)
    ? null
    : name.slice(0, MAX_PLACE_LENGTH);
}
