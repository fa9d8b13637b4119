/** Options in the query of the script's URL: `/embed/UID.js?events&beacon`. */
import { DEFAULT_KUDOS_LABEL } from '../core/snippet.ts';

export const TRACKER_FLAGS = [
  'hits',
  'kudos',
  'events',
  'countries',
  'uptime',
  'publicstats',
  'beacon',
  'downloads',
  'ignore',
  'spa',
] as const;
export type TrackerFlag = (typeof TRACKER_FLAGS)[number];

/** The enabled flags with their values: `unique` for `hits=unique`, empty for `hits`. */
export type TrackerFlags = ReadonlyMap<TrackerFlag, string>;

/**
 * Parses the flags of a query: without a value (`?spa`) or with one (`?hits=unique`); `=false` and `=0` leave one off.
 * `send=beacon` is `beacon` under a name that content blockers do not look for. Other parameters are ignored.
 */
export function parseFlags(query: URLSearchParams): TrackerFlags {
  const flags = new Map<TrackerFlag, string>();
  for (const flag of TRACKER_FLAGS) {
    const value = query.get(flag) ?? (query.get('send') === flag ? '' : null);
    if (value !== null && value !== 'false' && value !== '0') flags.set(flag, value);
  }
  return flags;
}

const MAX_LABEL_LENGTH = 32;

/** Parses the label of kudos buttons: an emoji or a few words. Null when the page has its own (`kudos=custom`). */
export function parseKudosLabel(flags: TrackerFlags): string | null {
  const value = flags.get('kudos') ?? '';
  if (value === 'custom') return null;
  const label = value
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, '')
    .trim();
  return label === '' || label === 'true' || label === '1'
    ? DEFAULT_KUDOS_LABEL
    : [...label].slice(0, MAX_LABEL_LENGTH).join('');
}

/** Endings of files that count as downloads; regular expressions, so that they take few bytes of the script. */
export const FILE_EXTENSIONS: readonly string[] = [
  // Documents
  'pdf',
  'docx?',
  'xlsx?',
  'pptx?',
  'od[pst]',
  'csv',
  // Archives
  'zip',
  'rar',
  '7z',
  't?gz',
  // Programs
  'exe',
  'msi',
  'dmg',
  'pkg',
  'deb',
  'apk',
  // Sound and films
  'mp[34]',
];

const MAX_EXTENSIONS = 20;

/** Parses further extensions of downloads: `downloads=dwg,step`. Others than up to ten letters and digits are left out. */
export const parseFileExtensions = (flags: TrackerFlags): string[] =>
  (flags.get('downloads') ?? '')
    .toLowerCase()
    .split(/[\s,]+/, MAX_EXTENSIONS)
    .filter(extension => /^[a-z0-9]{1,10}$/.test(extension));
