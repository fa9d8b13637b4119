/** The pages that come before the others: nobody is led back to them. */
const SIGN_IN_PAGES = /^(\/team\/\d+)?\/(login|setup|reset|join|activate)\/?$/;

/**
 * Where to go after signing in: the page that asked for it, if it is one of this server's; else the first page. What is
 * asked for comes from an address, and so perhaps from somebody who would like to send people elsewhere.
 */
export function safeRedirect(next: string | null, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const { origin: wanted, pathname, search, hash } = new URL(next, origin);
  // A path such as `/.//evil.example` is this server's own, and no more once it stands alone.
  if (wanted !== origin || /^\/[/\\]/.test(pathname) || SIGN_IN_PAGES.test(pathname)) return '/';
  return pathname + search + hash;
}
