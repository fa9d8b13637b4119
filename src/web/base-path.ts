/** The path that this server lives below, such as `/stats`; empty at the root of its host. The document names it (`server/web-documents.ts`). */
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['base'] ?? '/').slice(0, -1);

/** Returns the address on this server of a path such as `/docs`. */
export const toAddress = (path: string): string => basePath + path;

/** Returns the path of this page from the root of the server. */
export const currentPath = (): string => location.pathname.slice(basePath.length) || '/';

/** Returns the address of a file of the build: beside the scripts, by its name. */
export const toFileAddress = (name: string): string => name.replace(/^\.\//, `${basePath}/`);
