/** Paths that the operator has given other names, beside the ones that they always have. */
import { setRequestUrl } from './request-url.ts';

/** Creates the function that gives a request the path that the handlers know. `names`: their first parts by the operator's. */
export function createRenamedPaths(names: ReadonlyMap<string, string>): (request: Request) => void {
  if (names.size === 0) return () => {};
  return request => {
    const { url } = request;
    const start = url.indexOf('/', url.indexOf('//') + 2) + 1;
    const end = url.indexOf('/', start);
    const known = end < 0 ? undefined : names.get(url.slice(start, end));
    if (known !== undefined) setRequestUrl(request, url.slice(0, start) + known + url.slice(end));
  };
}
