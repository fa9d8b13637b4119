/** The path that the server lives below: `/stats` of `https://example.org/stats`, empty at the root of a host. */
import { AppError } from '../core/errors.ts';
import { toBasePath } from '../lib/base-path.ts';
import { acceptsHtml } from './accepts-html.ts';
import { plainPage } from './plain-page.ts';
import { setRequestUrl } from './request-url.ts';

/**
 * Creates the function that takes the base path off a request's URL, so that everything behind it knows paths from the root
 * alone. A request outside of the base path is answered with a page for browsers, and throws 404 for everybody else.
 */
export function createBasePath(baseUrl: string): (request: Request) => Response | undefined {
  const basePath = toBasePath(baseUrl);
  if (basePath === '') return () => undefined;
  return request => {
    const { url } = request;
    const pathStart = url.indexOf('/', url.indexOf('//') + 2);
    const end = pathStart + basePath.length;
    const isBelow = url.startsWith(basePath, pathStart) && /^(?:[/?]|$)/.test(url.charAt(end));
    if (!isBelow) return answerOutside(request, baseUrl);
    const rest = url.slice(end);
    setRequestUrl(request, `${url.slice(0, pathStart)}${rest.startsWith('/') ? '' : '/'}${rest}`);
    return undefined;
  };
}

/** Names the base address: to a proxy that takes the path off, and to people who have forgotten it. */
function answerOutside(request: Request, baseUrl: string): Response {
  if (acceptsHtml(request)) {
    const address = Bun.escapeHTML(baseUrl);
    return plainPage(404, 'Nothing is here', `<p>Footfall is at <a href="${address}/">${address}</a>.</p>`);
  }
  throw new AppError(
    'not_found',
    `nothing is here: this server is at ${baseUrl}; a proxy in front of it must pass the path on unchanged`,
  );
}
