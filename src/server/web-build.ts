/** Makes the dashboard from its sources: at the build of a program, and while the program runs from source. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { BunPlugin } from 'bun';
import type { Language } from '../core/languages.ts';
import * as german from '../web/labels/de/document.ts';
import * as english from '../web/labels/document.ts';
import * as french from '../web/labels/fr/document.ts';
import { createChunkPlugin, readPages } from './web-chunks.ts';

/** A file as the bundler made it. */
export interface BundledFile {
  /** What is not the same in every language is below it: `de/index.html`. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where the sources of the dashboard are, as long as there are any. */
export const webFolder = join(import.meta.dir, '../web');

// Written in two halves: the pages are built with it, and nothing is read from the environment.
const BUILD_KIND = `process${'.env.NODE_ENV'}`;

/** Name of the file that says what each page loads: rows of `PagePreload`. */
export const PRELOADS_NAME = 'preloads.json';

/** A page's address, such as `/sites/:id`, and the scripts that its document names beside the entry. */
export interface PagePreload {
  readonly path: string;
  readonly scripts: readonly string[];
}

/** Texts of the documents, in the places that name them: `{{statistics}}`. */
const DOCUMENT_TEXTS: Readonly<Record<Language, Readonly<Record<keyof typeof english, string>>>> = {
  en: english,
  de: german,
  fr: french,
};

const labelsFolder = join(webFolder, 'labels');

/** Takes the texts of a language: those of `labels/de/` in the place of those of `labels/`, as far as there are any. */
export const translate = (language: Language): BunPlugin => ({
  name: 'translate',
  setup(build) {
    build.onResolve({ filter: /\/labels\/[\w-]+\.tsx?$/ }, ({ path, importer }) => {
      const file = resolve(dirname(importer), path);
      const translated = join(labelsFolder, language, basename(file));
      return dirname(file) === labelsFolder && existsSync(translated) ? { path: translated } : undefined;
    });
  },
});

/** What begins before the dashboard's own script: that one imports it, so that it has run by then in whatever order they arrive. */
const START_MODULE = 'start.ts';

/**
 * Modules that are a script by itself: that one, and what is large and has no texts and nothing of the pages, which the languages
 * share. In any other script are the names of those of its language.
 */
const SEPARATE_MODULES = [START_MODULE, 'charts/country-shapes.ts'];

/** Makes those scripts, and the plugin that has the pages import them. */
async function buildSeparately(language: Language) {
  const made = await Promise.all(
    SEPARATE_MODULES.map(async module => {
      const { files } = await bundle(module, [translate(language)]);
      return { module, files };
    }),
  );
  const filesOf = (module: string): readonly BundledFile[] =>
    made.find(each => join(webFolder, each.module) === module)?.files ?? [];
  const plugin: BunPlugin = {
    name: 'separate',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, importer }) => {
        const [script] = filesOf(resolve(dirname(importer), path));
        return script && { path: `./${script.name}`, external: true };
      });
    },
  };
  return { plugin, files: made.flatMap(({ files }) => files), start: filesOf(join(webFolder, START_MODULE)) };
}

/** Puts the texts of a language into a document. */
function fillIn(bytes: Uint8Array, texts: Readonly<Record<keyof typeof english, string>>) {
  const find = (name: string): string => Object.entries(texts).find(([each]) => each === name)?.[1] ?? '';
  const html = new TextDecoder()
    .decode(bytes)
    .replace('lang="en"', `lang="${texts.language}"`)
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => Bun.escapeHTML(find(name)));
  return new TextEncoder().encode(html);
}

/**
 * Makes the documents, scripts, styles and pictures of a language. Scripts, styles and pictures have a hash of what is in them
 * in their names.
 */
export async function buildWeb(language: Language): Promise<BundledFile[]> {
  const separate = await buildSeparately(language);
  // Each document by itself: the public page loads nothing of the dashboard.
  const [dashboard, publicPage, pages] = await Promise.all([
    bundle('index.html', [await createChunkPlugin(webFolder), translate(language), separate.plugin]),
    bundle('public.html', [translate(language)]),
    readPages(webFolder),
  ]);
  const preloads = pages.map(({ path, module }) => ({ path, scripts: dashboard.scriptsOf(module) }));
  const files = [
    ...dashboard.files.map(file => (file.name === 'index.html' ? addScripts(file, separate.start) : file)),
    ...publicPage.files,
    ...separate.files,
    toJsonFile(PRELOADS_NAME, preloads),
  ];
  const named = files.map(({ name, bytes, ...file }) => ({
    ...file,
    name: /\.(html|json)$/.test(name) ? `${language}/${name}` : name,
    bytes: name.endsWith('.html') ? fillIn(bytes, DOCUMENT_TEXTS[language]) : bytes,
  }));
  return [...new Map(named.map(file => [file.name, file])).values()];
}

const toJsonFile = (name: string, content: readonly PagePreload[]): BundledFile => ({
  name,
  type: 'application/json',
  bytes: new TextEncoder().encode(JSON.stringify(content)),
});

/** Makes a document load scripts that run as soon as they are there. */
function addScripts(document: BundledFile, scripts: readonly BundledFile[]): BundledFile {
  const tags = scripts.map(({ name }) => `<script type="module" async src="./${name}"></script>`);
  const html = new TextDecoder().decode(document.bytes).replace('<link', `${tags.join('')}<link`);
  return { ...document, bytes: new TextEncoder().encode(html) };
}

/** Puts the icon into documents and scripts themselves, which spares a request. */
function inlineIcon(files: readonly BundledFile[]): BundledFile[] {
  const icon = files.find(({ name }) => /^icon-.*\.svg$/.test(name));
  if (!icon) return [...files];
  // Compresses better than Base64.
  const drawing = new TextDecoder().decode(icon.bytes).replaceAll(/\s*\n\s*/g, '');
  const address = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  const inline = (file: BundledFile): BundledFile => {
    const text = new TextDecoder().decode(file.bytes).replaceAll(`./${icon.name}`, address);
    return { ...file, bytes: new TextEncoder().encode(text) };
  };
  return files
    .filter(file => file !== icon)
    .map(file => (/\.(html|js)$/.test(file.name) ? inline(file) : file));
}

async function bundle(entry: string, plugins: BunPlugin[]) {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(webFolder, entry)],
    naming: { entry: entry.endsWith('.html') ? '[name].[ext]' : '[name]-[hash].[ext]' },
    target: 'browser',
    minify: true,
    // Each page loads when it is first opened.
    splitting: true,
    // Files name each other by their place beside each other: where that is, only the running server knows.
    publicPath: './',
    define: { [BUILD_KIND]: '"production"' },
    metafile: true,
    plugins,
  });
  const files = await Promise.all(
    outputs.map(async output => ({
      name: basename(output.path),
      type: output.type,
      bytes: new Uint8Array(await output.arrayBuffer()),
    })),
  );
  return {
    files: inlineIcon(files),
    scriptsOf: (module: string) => listScripts(metafile?.outputs ?? {}, module),
  };
}

/** Returns the script of a lazily loaded module and those that it imports, but those of the document. */
function listScripts(outputs: Bun.BuildMetafile['outputs'], module: string): string[] {
  const isDocument = (name: string): boolean => outputs[name]?.entryPoint?.endsWith('.html') ?? false;
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name) || isDocument(name)) return;
    found.add(name);
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement') add(`./${basename(path)}`);
  };
  for (const [name, { entryPoint }] of Object.entries(outputs))
    if (entryPoint !== undefined && resolve(entryPoint) === module) add(name);
  return [...found].map(name => `./${basename(name)}`);
}
