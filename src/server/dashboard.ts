/** Serves the pages in `web/`: the one door from the server to them. */
import { basename } from 'node:path';
import { Elysia, NotFoundError } from 'elysia';
import page from '../web/index.html';

/** Addresses of pages. What they show is decided in the browser. */
const PAGE_PATHS = ['/', '/setup', '/login', '/sites/:id'];

/** Nothing from elsewhere, nothing inline: a text that got into a page as markup could still do nothing. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  vary: 'Accept-Encoding',
};

interface WebFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
}

interface Pages {
  readonly document: WebFile;
  /** Scripts, styles and pictures by their names, which hold a hash of what is in them. */
  readonly assets: ReadonlyMap<string, WebFile>;
}

/** The pages and everything they load. */
export function dashboardRoutes() {
  const loadPages = page.files === undefined ? createBuilder() : once(readEmbedded);
  const app = new Elysia();
  for (const path of PAGE_PATHS) {
    app.get(path, async ({ request }) => answer(request, (await loadPages('page')).document));
  }
  return app.get('/:file', async ({ request, params: { file } }) => {
    const asset = (await loadPages('asset')).assets.get(file);
    if (!asset) throw new NotFoundError();
    return answer(request, asset);
  });
}

function answer(request: Request, file: WebFile): Response {
  // One entity tag for both forms: a weak one says that they mean the same.
  const headers = { ...HEADERS, ...file.headers, etag: file.etag };
  if (request.headers.get('if-none-match')?.includes(file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return request.headers.get('accept-encoding')?.includes('gzip')
    ? new Response(file.gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } })
    : new Response(file.bytes, { headers });
}

function createFile(path: string, type: string, bytes: Uint8Array<ArrayBuffer>): WebFile {
  const isDocument = type.startsWith('text/html');
  return {
    name: basename(path),
    bytes,
    gzipped: Bun.gzipSync(bytes, { level: 9 }),
    etag: `W/"${Bun.hash(bytes).toString(36)}"`,
    headers: {
      'content-type': type,
      'cache-control': isDocument ? 'no-cache' : 'public, max-age=31536000, immutable',
    },
  };
}

function createPages(files: readonly WebFile[]): Pages {
  const document = files.find(file => file.name.endsWith('.html'));
  if (!document) throw new Error('the build of the pages has no document');
  return {
    document,
    assets: new Map(files.filter(file => file !== document).map(file => [file.name, file])),
  };
}

/** The program file holds the pages as the build made them. */
async function readEmbedded(): Promise<Pages> {
  const files = (page.files ?? []).map(async ({ path, headers }) =>
    createFile(path, headers['content-type'], await Bun.file(path).bytes()),
  );
  return createPages(await Promise.all(files));
}

/** From source: made as the build makes them, and anew for every page that is opened, so that a change is there on reload. */
function createBuilder(): (wanted: 'page' | 'asset') => Promise<Pages> {
  let built: Promise<Pages> | undefined;
  return wanted => {
    if (wanted === 'page' || !built) built = build();
    return built;
  };
}

async function build(): Promise<Pages> {
  const { outputs } = await Bun.build({
    entrypoints: [page.index],
    target: 'browser',
    minify: true,
    publicPath: '/',
  });
  const files = outputs.map(async output =>
    createFile(output.path, output.type, new Uint8Array(await output.arrayBuffer())),
  );
  return createPages(await Promise.all(files));
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
