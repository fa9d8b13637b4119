/**
 * Makes the documents of the dashboard's pages: one for all, but for the scripts that each names beside the entry. What the
 * build has made names its files by `./`, and so does `data-base`: the address of the server, which only its settings tell.
 */
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

/** Has a document name the files of the server below a path. */
const fillBasePath = (html: string, basePath: string): string => html.replaceAll('="./', `="${basePath}/`);

/** Creates the function that returns a document without scripts of its own. `toFile` runs once for each base path. */
export function createDocument<File>(html: string, toFile: (html: string) => File) {
  const made = new Map<string, File>();
  return (basePath: string): File => {
    const file = made.get(basePath) ?? toFile(fillBasePath(html, basePath));
    made.set(basePath, file);
    return file;
  };
}

/** Creates the function that returns the document of a path. `toFile` runs once for each different document. */
export function createDocuments<File>(
  { html, preloads }: { readonly html: string; readonly preloads: readonly PagePreload[] },
  toFile: (html: string) => File,
): (pathname: string, basePath: string) => File {
  const made = new Map<PagePreload | undefined, (basePath: string) => File>();
  return (pathname, basePath) => {
    const path = pathname.replace(TEAM, '') || '/';
    const page = preloads.find(({ path: route }) => fitsRoute(route, path));
    const known = made.get(page);
    if (known) return known(basePath);
    const links = (page?.scripts ?? []).map(name => `<link rel="modulepreload" href="${name}" />`);
    const document = createDocument(html.replace('</head>', `${links.join('')}</head>`), toFile);
    made.set(page, document);
    return document(basePath);
  };
}
