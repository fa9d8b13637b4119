import { COLLECTOR_PATH, SCRIPT_PATH } from '../core/visitor-paths.ts';

/** The path that this server lives below, such as `/stats`; empty at the root of its host. The document names it (`server/web-documents.ts`). */
export const basePath: string = fact('base', '/').slice(0, -1);

/** First part of the addresses of the script, and of the collector, which the operator may rename. */
export const scriptPath: string = fact('script', SCRIPT_PATH);
export const collectorPath: string = fact('collector', COLLECTOR_PATH);

/** Reads a fact of the server from the document. */
function fact(name: string, otherwise: string): string {
  return (typeof document === 'undefined' ? undefined : document.documentElement.dataset[name]) ?? otherwise;
}

/** Returns the address on this server of a path such as `/docs`. */
export const toAddress = (path: string): string => basePath + path;

/** Returns the path of this page from the root of the server. */
export const currentPath = (): string => location.pathname.slice(basePath.length) || '/';

/** Returns the address of a file of the build: beside the scripts, by its name. */
export const toFileAddress = (name: string): string => name.replace(/^\.\//, `${basePath}/`);
