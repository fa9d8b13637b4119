/** The path that a server lives below: `/stats` of `https://example.org/stats`, empty at the root of a host. */

/** Returns the path of a base URL, without a slash at its end. */
export const toBasePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '');

/** Adds the base path to the addresses of this server in HTML: what begins with a slash. */
export const addBasePath = (html: string, basePath: string): string =>
  basePath === '' ? html : html.replace(/(\s(?:href|src|action)=")\/(?!\/)/g, `$1${basePath}/`);
