/** Links to the pages of the documentation in the server's `llms.txt`. */

interface DocLink {
  readonly title: string;
  readonly path: string;
  readonly summary: string;
}

/** Parses lines such as `- [Title](https://host/docs/name.md): Summary`; others are skipped. */
export const parseDocLinks = (text: string): DocLink[] =>
  text.split('\n').flatMap(line => {
    const [title = '', rest = ''] = line.startsWith('- [') ? line.slice(3).split('](', 2) : [];
    const [url = '', summary = ''] = rest.split('): ', 2);
    const [, path] = /(\/docs\/[a-z0-9-]{1,60})\.md$/.exec(url) ?? [];
    return path === undefined ? [] : [{ title, path, summary }];
  });
