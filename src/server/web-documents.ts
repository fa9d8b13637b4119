/** Makes the documents of the dashboard's pages: one for all, but for the scripts that each names beside the entry. */
import type { PagePreload } from './web-build.ts';

/** Pages of a team's account are below its id. */
const TEAM = /^\/team\/\d+/;

/** Returns whether a path fits a route such as `/sites/:id/settings/:part?`. */
function fitsRoute(route: string, pathname: string): boolean {
  const wanted = route.split('/');
  const given = pathname.split('/');
  return (
    given.length <= wanted.length &&
    wanted.every((part, index) =>
      part.startsWith(':') ? part.endsWith('?') || Boolean(given[index]) : part === given[index],
    )
  );
}

/** Creates the function that returns the document of a path. `toFile` runs once for each different document. */
export function createDocuments<File>(
  { html, preloads }: { readonly html: string; readonly preloads: readonly PagePreload[] },
  toFile: (html: string) => File,
): (pathname: string) => File {
  const made = new Map<PagePreload | undefined, File>();
  return pathname => {
    const path = pathname.replace(TEAM, '') || '/';
    const page = preloads.find(({ path: route }) => fitsRoute(route, path));
    const known = made.get(page);
    if (known) return known;
    const links = (page?.scripts ?? []).map(name => `<link rel="modulepreload" href="${name}" />`);
    const file = toFile(html.replace('</head>', `${links.join('')}</head>`));
    made.set(page, file);
    return file;
  };
}
