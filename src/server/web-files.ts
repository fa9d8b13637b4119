/** The files that browsers load: the dashboard as the build made it, or made from source. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { toWeakEtag } from '../lib/etag.ts';
import { memoize } from '../lib/memoize.ts';
import { embeddedFiles } from './embedded-pages.ts';
import { buildWeb, type PagePreload, PRELOADS_NAME, webFolder } from './web-build.ts';
import { createDocuments } from './web-documents.ts';

/** Content encodings; the browser sends those that it supports. */
type Encoding = 'br' | 'gzip' | 'identity';

/** A file as it goes over the wire. */
export interface WebFile {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** The smallest form that an `Accept-Encoding` allows. */
  readonly encode: (accepted: string) => { readonly encoding: Encoding; readonly bytes: Bytes };
}

export interface WebFiles {
  /** The document of a page of the dashboard: it names the scripts of the page at this path. */
  readonly documentFor: (pathname: string) => WebFile;
  /** The public page of a site: it loads nothing of the rest. */
  readonly publicDocument: WebFile;
  /** Scripts, styles and pictures by name, which contains a hash of the content. */
  readonly assets: ReadonlyMap<string, WebFile>;
}

type Bytes = Uint8Array<ArrayBuffer>;

const DOCUMENT_TYPE = 'text/html;charset=utf-8';

/** Creates the loader of the files: embedded ones are read once; from source they are rebuilt when a source file has changed. */
export const createWebFiles = (): (() => Promise<WebFiles>) =>
  embeddedFiles.length === 0 ? createSourceBuilder() : memoize(readEmbeddedFiles);

/** Content of a file; `brotli` is null where the build has none: gzip is used then. */
interface Content {
  readonly identity: () => Bytes;
  readonly brotli: Bytes | null;
}

function createWebFile(
  { name, type }: { readonly name: string; readonly type: string },
  { identity, brotli }: Content,
): WebFile {
  const isDocument = type.startsWith('text/html');
  const gzip = memoize(() => Bun.gzipSync(identity(), { level: 9 }));
  return {
    name,
    etag: toWeakEtag(brotli ?? identity()),
    headers: {
      'content-type': type,
      'cache-control': isDocument ? 'no-cache' : 'public, max-age=31536000, immutable',
    },
    encode: accepted => {
      if (brotli && /\bbr\b/.test(accepted)) return { encoding: 'br', bytes: brotli };
      if (!/\bgzip\b/.test(accepted)) return { encoding: 'identity', bytes: identity() };
      return { encoding: 'gzip', bytes: gzip() };
    },
  };
}

/** The file of a document that is made here; `isCompressed`: as what the build has made. */
const toDocument = (html: string, isCompressed: boolean): WebFile => {
  const bytes = new TextEncoder().encode(html);
  return createWebFile(
    { name: 'index.html', type: DOCUMENT_TYPE },
    { identity: () => bytes, brotli: isCompressed ? new Uint8Array(brotliCompressSync(bytes)) : null },
  );
};

function toWebFiles(
  files: readonly WebFile[],
  { isCompressed }: { readonly isCompressed: boolean },
): WebFiles {
  const find = (name: string): WebFile => {
    const file = files.find(each => each.name === name);
    if (!file) throw new Error(`the build of the pages has no file "${name}"`);
    return file;
  };
  const textOf = (name: string): string => new TextDecoder().decode(find(name).encode('').bytes);
  const isAsset = ({ name }: WebFile): boolean => !name.endsWith('.html') && name !== PRELOADS_NAME;
  return {
    documentFor: createDocuments(
      { html: textOf('index.html'), preloads: JSON.parse(textOf(PRELOADS_NAME)) as PagePreload[] },
      html => toDocument(html, isCompressed),
    ),
    publicDocument: find('public.html'),
    assets: new Map(files.filter(isAsset).map(file => [file.name, file])),
  };
}

async function readEmbeddedFiles(): Promise<WebFiles> {
  const read = embeddedFiles.map(async ({ name, type, brotliPath }) => {
    const brotli = await Bun.file(brotliPath).bytes();
    return createWebFile({ name, type }, { identity: () => brotliDecompressSync(brotli), brotli });
  });
  return toWebFiles(await Promise.all(read), { isCompressed: true });
}

function createSourceBuilder(): () => Promise<WebFiles> {
  let made: Promise<WebFiles> | undefined;
  let madeFromMs = 0;
  return () => {
    const changedMs = findLastChangeMs();
    if (!made || changedMs > madeFromMs) made = buildFromSource();
    madeFromMs = changedMs;
    return made;
  };
}

const findLastChangeMs = (): number =>
  Math.max(
    ...[...new Bun.Glob('**/*').scanSync({ cwd: webFolder })].map(
      name => statSync(join(webFolder, name)).mtimeMs,
    ),
  );

const buildFromSource = async (): Promise<WebFiles> =>
  toWebFiles(
    (await buildWeb()).map(({ name, type, bytes }) =>
      createWebFile({ name, type }, { identity: () => bytes, brotli: null }),
    ),
    { isCompressed: false },
  );
