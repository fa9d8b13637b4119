import { SCRIPT_PATH } from './visitor-paths.ts';

/** Label of kudos buttons without one of their own. */
export const DEFAULT_KUDOS_LABEL = '👏';

/** The site of a snippet, and where its script is. */
export interface SnippetSite {
  /** The server's public address without a slash at its end. */
  readonly origin: string;
  readonly uid: string;
  /** First part of the script's address. */
  readonly scriptPath?: string;
}

/** Formats the line that an owner pastes into the pages of a site. `flags`: what the script shows and counts beyond views. */
export function formatSnippet(
  { origin, uid, scriptPath = SCRIPT_PATH }: SnippetSite,
  flags: readonly string[] = [],
): string {
  const query = flags.length === 0 ? '' : `?${flags.join('&')}`;
  return `<script defer src="${origin}/${scriptPath}/${uid}.js${query}"></script>`;
}
