/** Label of kudos buttons without one of their own. */
export const DEFAULT_KUDOS_LABEL = '👏';

/**
 * Formats the line that an owner pastes into the pages of a site. `origin`: the server's public address without a slash
 * at its end; `flags`: what the script shows and counts beyond views.
 */
export function formatSnippet(origin: string, uid: string, flags: readonly string[] = []): string {
  const query = flags.length === 0 ? '' : `?${flags.join('&')}`;
  return `<script defer src="${origin}/embed/${uid}.js${query}"></script>`;
}
