/** Pages before signing in: never a redirect target. */
const SIGN_IN_PAGES = /^(\/team\/\d+)?\/(login|setup|reset|join|activate)\/?$/;

/**
 * Returns the path to open after signing in: the requested one if it is on this server, else the start page. The request
 * comes from the URL, so that it could be an attempt at an open redirect.
 */
export function safeRedirect(next: string | null, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const { origin: targetOrigin, pathname, search, hash } = new URL(next, origin);
  // `/.//evil.example` has this origin, but its path alone would be another host.
  if (targetOrigin !== origin || /^\/[/\\]/.test(pathname) || SIGN_IN_PAGES.test(pathname)) return '/';
  return pathname + search + hash;
}
