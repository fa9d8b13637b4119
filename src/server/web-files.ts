/** The files that browsers load: the dashboard as the build made it, or made from source. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Language } from '../core/languages.ts';
import type { Compression } from '../http/compression.ts';
import { toWeakEtag } from '../lib/etag.ts';
import { memoize } from '../lib/memoize.ts';
import { embeddedFiles } from './embedded-pages.ts';
import { buildWeb, type PagePreload, PRELOADS_NAME, webFolder } from './web-build.ts';
import { createDocument, createDocuments, type Place } from './web-documents.ts';

/** A file as it goes over the wire. */
export interface WebFile {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** The smallest form of those that are accepted; without an encoding it is as it is. */
  readonly encode: (accepts: (encoding: Compression) => boolean) => {
    readonly encoding?: Compression;
    readonly bytes: Bytes;
  };
}

export interface WebFiles {
  /** The document of a page of the dashboard: it names the scripts of the page at this path. */
  readonly documentFor: (pathname: string, place: Place) => WebFile;
  /** The public page of a site: it loads nothing of the rest. */
  readonly publicDocument: (place: Place) => WebFile;
  /** Scripts, styles and pictures by name, which contains a hash of the content. */
  readonly assets: ReadonlyMap<string, WebFile>;
}

type Bytes = Uint8Array<ArrayBuffer>;

const DOCUMENT_TYPE = 'text/html;charset=utf-8';

/** Returns the files of a language; assets may be those of every language. */
type LoadFiles = (language: Language) => Promise<WebFiles>;

/** Creates the loader of the files: embedded ones are read once; from source they are rebuilt when a source file has changed. */
export const createWebFiles = (): LoadFiles =>
  embeddedFiles.length === 0 ? createSourceBuilder() : createEmbeddedReader();

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
    encode: accepts => {
      if (brotli && accepts('br')) return { encoding: 'br', bytes: brotli };
      return accepts('gzip') ? { encoding: 'gzip', bytes: gzip() } : { bytes: identity() };
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
  language: Language,
  { isCompressed }: { readonly isCompressed: boolean },
): WebFiles {
  const find = (name: string): WebFile => {
    const file = files.find(each => each.name === `${language}/${name}`);
    if (!file) throw new Error(`the build of the pages has no file "${language}/${name}"`);
    return file;
  };
  const textOf = (name: string): string => new TextDecoder().decode(find(name).encode(() => false).bytes);
  const toFile = (html: string): WebFile => toDocument(html, isCompressed);
  const isAsset = ({ name }: WebFile): boolean => !name.includes('/');
  return {
    documentFor: createDocuments(
      { html: textOf('index.html'), preloads: JSON.parse(textOf(PRELOADS_NAME)) as PagePreload[] },
      toFile,
    ),
    publicDocument: createDocument(textOf('public.html'), toFile),
    assets: new Map(files.filter(isAsset).map(file => [file.name, file])),
  };
}

function createEmbeddedReader(): LoadFiles {
  const readAll = memoize(() =>
    Promise.all(
      embeddedFiles.map(async ({ name, type, brotliPath }) => {
        const brotli = await Bun.file(brotliPath).bytes();
        return createWebFile({ name, type }, { identity: () => brotliDecompressSync(brotli), brotli });
      }),
    ),
  );
  return keepByLanguage(async language => toWebFiles(await readAll(), language, { isCompressed: true }));
}

/** Keeps what is loaded for each language. */
function keepByLanguage(load: LoadFiles): LoadFiles {
  const loaded = new Map<Language, Promise<WebFiles>>();
  return language => {
    const files = loaded.get(language) ?? load(language);
    loaded.set(language, files);
    return files;
  };
}

function createSourceBuilder(): LoadFiles {
  let build = keepByLanguage(buildFromSource);
  let builtFromMs = 0;
  return language => {
    const changedMs = findLastChangeMs();
    if (changedMs > builtFromMs) build = keepByLanguage(buildFromSource);
    builtFromMs = changedMs;
    return build(language);
  };
}

const findLastChangeMs = (): number =>
  Math.max(
    ...[...new Bun.Glob('**/*').scanSync({ cwd: webFolder })].map(
      name => statSync(join(webFolder, name)).mtimeMs,
    ),
  );

async function buildFromSource(language: Language): Promise<WebFiles> {
  const files = (await buildWeb(language)).map(({ name, type, bytes }) =>
    createWebFile({ name, type }, { identity: () => bytes, brotli: null }),
  );
  return toWebFiles(files, language, { isCompressed: false });
}
