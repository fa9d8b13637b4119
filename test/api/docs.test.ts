/** The documentation in the program: complete, sound in itself, and without anything from elsewhere. */
import { beforeAll, expect, test } from 'bun:test';
import { COMMANDS } from '../../src/cli/main.ts';
import { OPTIONS } from '../../src/config/options.ts';
import { IMPORT_FIELDS } from '../../src/core/hits/import.ts';
import { WEBHOOK_EVENTS } from '../../src/core/webhook-events.ts';
import { DOC_PAGES, INDEX_PAGE } from '../../src/features/docs/contents.ts';
import { TRACKER_FLAGS } from '../../src/tracker/script-options.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi-document.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const ADDRESSES = ['/docs', ...DOC_PAGES.map(({ name }) => `/docs/${name}`)];
const pages = new Map<string, string>();
let operations: ReturnType<typeof operationsOf>;

const get = (path: string, headers: Record<string, string> = {}) => fetch(server().url + path, { headers });
const textOf = async (path: string): Promise<string> => (await get(path)).text();
const typeOf = ({ status, headers }: Response) => [status, headers.get('content-type')];
const pageAt = (address: string): string => pages.get(address) ?? '';

beforeAll(async () => {
  for (const address of ADDRESSES) pages.set(address, await textOf(address));
  const { body } = await server().api('GET', '/openapi.json', { key: null });
  operations = operationsOf(body as OpenApiDocument);
});

/** Values of an attribute of the elements that a selector finds. */
function attributes(html: string, selector: string, name: string): string[] {
  const found: string[] = [];
  new HTMLRewriter()
    .on(selector, {
      element: element => {
        found.push(element.getAttribute(name) ?? '');
      },
    })
    .transform(html);
  return found;
}

test('every page is there, as a page and as Markdown, under the title it has in the contents', async () => {
  for (const { name, title } of [INDEX_PAGE, ...DOC_PAGES]) {
    const address = name === 'index' ? '/docs' : `/docs/${name}`;
    const response = await get(address);
    expect([name, ...typeOf(response)]).toEqual([name, 200, 'text/html; charset=utf-8']);
    const html = await response.text();
    expect(html).toContain(`<title>${title} · Footfall</title>`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    const twin = await get(`/docs/${name}.md`);
    expect([name, ...typeOf(twin)]).toEqual([name, 200, 'text/markdown; charset=utf-8']);
    expect((await twin.text()).split('\n')[0]).toBe(`# ${title}`);
  }
});

test('links of the Markdown make sense wherever it is read, and lead to Markdown', async () => {
  const links = new Set<string>();
  for (const { name } of [INDEX_PAGE, ...DOC_PAGES]) {
    const text = (await textOf(`/docs/${name}.md`)).replace(/```.*?```/gs, '');
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) links.add(href.replace(/#.*/, ''));
  }
  const own = [...links].filter(href => href !== '' && !href.startsWith('https://'));
  expect(own.length).toBeGreaterThan(DOC_PAGES.length);
  for (const href of own) {
    const response = await fetch(href, { headers: { 'user-agent': 'test' } });
    const type = href.includes('/docs/') ? 'text/markdown; charset=utf-8' : expect.anything();
    expect([href, ...typeOf(response)]).toEqual([href, 200, type]);
  }
});

test('names and summaries are fit for a list: one of each, one line each', () => {
  expect(new Set(DOC_PAGES.map(({ name }) => name)).size).toBe(DOC_PAGES.length);
  for (const { summary } of DOC_PAGES) expect(summary).toMatch(/^[A-Z].{20,120}[^.]$/);
});

test('the examples name this server', () => {
  expect(pageAt('/docs/snippet')).toContain(`${server().url}/embed/`);
  for (const html of pages.values()) expect(html).not.toContain('stats.example.org');
});

test('every link within the documentation leads to a page and an anchor that are there', async () => {
  const ids = new Map(
    [...pages].map(([address, html]) => [address, new Set(attributes(html, '[id]', 'id'))]),
  );
  const broken: string[] = [];
  for (const [address, html] of pages) {
    for (const href of attributes(html, 'a[href]', 'href')) {
      const { origin, pathname, hash } = new URL(href, server().url + address);
      if (origin !== server().url) continue;
      const isThere = pathname === '/' || ids.has(pathname) || (await get(pathname)).ok;
      const anchor = decodeURIComponent(hash.slice(1));
      if (!isThere || (anchor !== '' && !ids.get(pathname)?.has(anchor))) broken.push(`${address}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

test('no id is on a page twice', () => {
  for (const [address, html] of pages) {
    const ids = attributes(html, '[id]', 'id');
    expect([address, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([address, []]);
  }
});

test('a page loads nothing but its style and its icon, and has nothing inline and no script', async () => {
  const loaded = new Set<string>();
  for (const html of pages.values()) {
    for (const href of attributes(html, 'link[href]', 'href')) loaded.add(href);
    expect(attributes(html, 'script, style, [style], img, iframe, object', 'src')).toEqual([]);
    expect(attributes(html, 'form', 'action')).toEqual(['/docs/search']);
    expect(attributes(html, '[onclick], [onload], [onerror]', 'id')).toEqual([]);
  }
  const files = [...loaded].filter(href => !href.endsWith('.md'));
  expect(files).toEqual([
    expect.stringMatching(/^\/docs\/icon-\w+\.svg$/),
    expect.stringMatching(/^\/docs\/docs-\w+\.css$/),
  ]);
  for (const file of files) {
    const response = await get(file);
    expect([file, response.status, response.headers.get('cache-control')]).toEqual([
      file,
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(await response.text()).not.toMatch(/url\(|@import|https?:\/\/(?!www\.w3\.org)/);
  }
});

test('its policy forbids scripts, inline style, frames and everything from elsewhere', async () => {
  const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|script-src|https?:/);
});

test('a search finds sections by their words, those of headings first', async () => {
  const linksOf = async (query: string) =>
    attributes(await textOf(`/docs/search?q=${encodeURIComponent(query)}`), '.results a', 'href');
  expect((await linksOf('Global Privacy'))[0]).toStartWith('/docs/');
  expect(await linksOf('CSV reports')).toContain('/docs/filters-and-reports#csv');
  expect(await linksOf('list hits')).toContainEqual(expect.stringMatching(/^\/docs\/api#/));
  expect(await linksOf('xyzzy')).toEqual([]);
  for (const href of await linksOf('visitors')) {
    const [path = '', anchor] = href.split('#');
    if (anchor !== undefined)
      expect([href, attributes(pageAt(path), `[id="${anchor}"]`, 'id')]).toEqual([href, [anchor]]);
  }
});

test('what was searched for is text, and nothing is found by nothing', async () => {
  const html = await textOf(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(attributes(html, 'script', 'src')).toEqual([]);
  expect(html).toContain('&lt;script&gt;');
  for (const query of ['', '?q=', `?q=${'a '.repeat(1000)}`]) {
    const response = await get(`/docs/search${query}`);
    expect(response.status).toBe(200);
    expect((await response.text()).includes('class="results"')).toEqual(query.length > 5);
  }
});

test('a page that a browser has is not sent again, and travels compressed', async () => {
  const first = await get('/docs/api', { 'accept-encoding': 'gzip' });
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('content-encoding')).toBe('gzip');
  expect(await first.text()).toBe(pageAt('/docs/api'));
  expect((await get('/docs/api', { 'if-none-match': etag })).status).toBe(304);
  expect((await get('/docs/api', { 'accept-encoding': 'identity' })).headers.has('content-encoding')).toBe(
    false,
  );
});

test('a guide is at most 8 KB compressed, the reference at most 64 KB', () => {
  for (const [address, html] of pages) {
    const limit = address === '/docs/api' ? 64 : 8;
    // At the level at which pages are sent.
    expect([address, Bun.gzipSync(html, { level: 9 }).byteLength / 1024 < limit]).toEqual([address, true]);
  }
});

test('an address that names no page is a 404 that leads back', async () => {
  const names = 'nope index api.md.md .md API __proto__ constructor toString docs.css'.split(' ');
  const hostile = '%ff %00 ..%2f..%2fetc%2fpasswd %3Cscript%3E %F0%9F%91%8F'.split(' ');
  for (const name of [...names, ...hostile, 'x'.repeat(5000)]) {
    const response = await get(`/docs/${name}`);
    expect([name, response.status]).toEqual([name, 404]);
    const html = await response.text();
    expect(html).toContain('<a href="/docs">');
    expect(html).not.toContain('<script>');
  }
  expect((await get('/docs/a/b')).status).toBe(404);
});

test('the reference has every operation of the document, with its method, path and parameters', () => {
  const html = pageAt('/docs/api');
  const ids = new Set(attributes(html, '[id]', 'id'));
  expect(operations.filter(({ operationId }) => !ids.has(operationId))).toEqual([]);
  const shown = html.replaceAll('<wbr>', '');
  /** With the sections that it refers to: a file has the parameters of its list, a report the filters of another one. */
  const sectionOf = (operationId = ''): string => {
    const from = shown.indexOf(`id="${operationId}"`);
    const own = shown.slice(from, shown.indexOf('</section>', from));
    const path = /(?:Those|The filters) of (?:<a href="#\w+">)?<code>GET ([^<]+)</.exec(own)?.[1];
    const other = operations.find(each => each.path === path && each.method === 'GET');
    return other ? own + sectionOf(other.operationId) : own;
  };
  for (const { operationId, path, method, parameters = [] } of operations) {
    // Numbers of things are in the path.
    const others = parameters.filter(each => each.in !== 'path' || each.schema?.type !== 'integer');
    const names = others.map(({ name }) => name).filter(name => name !== 'account_id');
    const section = sectionOf(operationId);
    const needed = [`>${method}<`, ...[path, ...names].map(name => `<code>${name}</code>`)];
    expect([operationId, needed.filter(text => !section.includes(text))]).toEqual([operationId, []]);
  }
});

test('the pages leave out no flag of the script, no setting, no command, no column of imports and no event', () => {
  const named = {
    snippet: TRACKER_FLAGS.map(flag => `<code>${flag}</code>`),
    settings: Object.values(OPTIONS).map(({ variable }) => variable),
    commands: COMMANDS.filter(({ isInternal }) => !isInternal).map(({ name }) => `footfall ${name}`),
    import: IMPORT_FIELDS.map(field => `<code>${field}</code>`),
    webhooks: WEBHOOK_EVENTS.map(event => `<code>${event}</code>`),
  };
  for (const [page, words] of Object.entries(named))
    expect([page, words.filter(word => !pageAt(`/docs/${page}`).includes(word))]).toEqual([page, []]);
});

test('filters and reports explains every parameter of the reports', () => {
  const reports = ['listHits', 'listEvents', 'listAgentVisits', 'listKudos', 'getOverview'];
  const names = operations
    .filter(({ operationId }) => reports.includes(operationId))
    .flatMap(({ parameters = [] }) => parameters.filter(each => each.in === 'query').map(({ name }) => name));
  const ours = [...new Set(names)].filter(name => name !== 'account_id' && !name.startsWith('not_'));
  const html = pageAt('/docs/filters-and-reports');
  expect(ours.filter(name => !new RegExp(`<code>${name}(=[a-z_]+)?</code>`).test(html))).toEqual([]);
});
