/**
 * Makes the documents of the dashboard's pages: one for all, but for the scripts that each names beside the entry. What the
 * build has made names its files by `./`, and so does `data-base`: the address of the server, which only its settings tell.
 */
import { toBasePath } from '../lib/base-path.ts';
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

/** Where this server is, and what its addresses for pages of sites are called. */
export interface Place {
  readonly basePath: string;
  readonly scriptPath: string;
  readonly collectorPath: string;
}

export const toPlace = (names: Pick<Place, 'scriptPath' | 'collectorPath'>, baseUrl: string): Place => ({
  basePath: toBasePath(baseUrl),
  scriptPath: names.scriptPath,
  collectorPath: names.collectorPath,
});

/** Has a document name the files of the server below its path, and its own names. */
const fillPlace = (html: string, { basePath, scriptPath, collectorPath }: Place): string =>
  html
    .replaceAll('="./', `="${basePath}/`)
    .replace(/data-script="\w*"/, `data-script="${scriptPath}"`)
    .replace(/data-collector="\w*"/, `data-collector="${collectorPath}"`);

/** Creates the function that returns a document without scripts of its own. `toFile` runs once for each place. */
export function createDocument<File>(html: string, toFile: (html: string) => File) {
  const made = new Map<string, File>();
  return (place: Place): File => {
    const key = JSON.stringify(place);
    const file = made.get(key) ?? toFile(fillPlace(html, place));
    made.set(key, file);
    return file;
  };
}

/** Creates the function that returns the document of a path. `toFile` runs once for each different document. */
export function createDocuments<File>(
  { html, preloads }: { readonly html: string; readonly preloads: readonly PagePreload[] },
  toFile: (html: string) => File,
): (pathname: string, place: Place) => File {
  const made = new Map<PagePreload | undefined, (place: Place) => File>();
  return (pathname, place) => {
    const path = pathname.replace(TEAM, '') || '/';
    const page = preloads.find(({ path: route }) => fitsRoute(route, path));
    const known = made.get(page);
    if (known) return known(place);
    const links = (page?.scripts ?? []).map(name => `<link rel="modulepreload" href="${name}" />`);
    const document = createDocument(html.replace('</head>', `${links.join('')}</head>`), toFile);
    made.set(page, document);
    return document(place);
  };
}
