/** First labels of hosts that tracking filter lists block. Source: EasyPrivacy, general rules such as `://analytics.*`. */
const BLOCKED_LABELS = new Set(['analytics', 'track', 'tracker', 'tracking']);

/** Returns a warning about an address whose host content blockers know by its name; null for any other. */
export function findBlockedHostWarning(baseUrl: string): string | null {
  const { hostname } = new URL(baseUrl);
  const label = hostname.split('.')[0] ?? '';
  return BLOCKED_LABELS.has(label)
    ? `content blockers know hosts that begin with ${label}., so that many visitors will not be counted: use another name, such as stats.example.org, or serve the script from the site's own domain (/docs/snippet#content-blockers)`
    : null;
}
