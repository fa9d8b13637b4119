/**
 * Builds the one file that is Footfall: `bun run build [--target=bun-linux-arm64] [--outfile=FILE] [--entry=FILE]`.
 * Everything comes from node_modules: no network, except that another target's Bun runtime is fetched once by Bun.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { BunPlugin } from 'bun';
import { LANGUAGES } from '../src/core/languages.ts';
import { type BundledFile, buildWeb } from '../src/server/web-build.ts';
import { readCommit } from './commit.ts';
import { compressToFile, hashOf, keepFile, stripLibrary, withEncodedBranches } from './pack.ts';
import {
  nativeFilesOf,
  parseTarget,
  RELEASE_TARGETS,
  runtimeOf,
  type Target,
  targetOfThisBun,
} from './targets.ts';
import { writeNotices } from './third-party-notices.ts';

const root = resolve(import.meta.dir, '..');
const duckdbFolder = join(root, 'src/stores/duckdb');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function stop(line: string): never {
  process.stderr.write(`build: ${line}\n`);
  process.exit(1);
}

/** This machine, or what `--target` names. */
function readTarget(name: string | undefined): Target {
  const target = name === undefined ? targetOfThisBun() : parseTarget(name);
  return target ?? stop(`unknown target "${name}": ${RELEASE_TARGETS.map(each => `bun-${each}`).join(', ')}`);
}

/** The database engine's files for the target: the library first, then the addon that loads it from its own folder. */
function nativeFiles(target: Target): string[] {
  const files = nativeFilesOf(target);
  const missing = files.find(file => !existsSync(file));
  if (missing === undefined) return files;
  return stop(
    `${relative(root, missing)} is missing. For this machine run "bun install --frozen-lockfile"; ` +
      `for another target "bun install --cwd .release --frozen-lockfile --os='*' --cpu='*'"`,
  );
}

/** A file of the engine as the program carries it. */
async function packLibrary(path: string, { cpu }: Target) {
  const bytes = stripLibrary(new Uint8Array(readFileSync(path)));
  const hasEncodedBranches = cpu === 'x64';
  return {
    facts: {
      name: basename(path),
      hasEncodedBranches,
      sha256: hashOf(bytes),
      // The quick one is what every start checks the unpacked file against: SHA-256 would take it a third of a second.
      xxHash64: Bun.hash.xxHash64(bytes).toString(16).padStart(16, '0'),
      sizeBytes: bytes.byteLength,
    },
    path: await compressToFile(hasEncodedBranches ? withEncodedBranches(bytes) : bytes),
  };
}

/** Paths of files that modules of the build import, by their names. */
const importedFiles = new Map<string, string>();

/** Returns what a module of the build imports a file by: its name alone, since the program holds the texts of its modules. */
function importedAs(path: string): string {
  importedFiles.set(basename(path), path);
  return JSON.stringify(`built:${basename(path)}`);
}

const resolveImportedFiles: BunPlugin = {
  name: 'resolve-imported-files',
  setup(build) {
    build.onResolve({ filter: /^built:/ }, ({ path }) => ({
      path: importedFiles.get(path.slice('built:'.length)) ?? stop(`${path} was not made`),
    }));
  },
};

/** Source of the module that lists the embedded engine files, in the place of the empty list that the sources hold. */
async function embeddedLibraryModule(target: Target): Promise<string> {
  const files = await Promise.all(nativeFiles(target).map(path => packLibrary(path, target)));
  const imports = files.map(
    ({ path }, n) => `import file${n} from ${importedAs(path)} with { type: 'file' };`,
  );
  const rows = files.map(({ facts }, n) => `{ ...${JSON.stringify(facts)}, path: file${n} }`);
  return `${imports.join('\n')}\nexport const embeddedLibrary = [${rows.join(', ')}];\n`;
}

/** Replaces a module of the sources by one that the build has made. */
const replaceModule = (name: string, filter: RegExp, contents: string): BunPlugin => ({
  name,
  setup(build) {
    build.onLoad({ filter }, () => ({ contents, loader: 'ts' }));
  },
});

/** Puts the target's engine into the program: see src/stores/duckdb/native/native.ts for the other half. */
const embedDuckDb = async (target: Target): Promise<BunPlugin> =>
  replaceModule(
    'embed-duckdb',
    /\/stores\/duckdb\/native\/embedded-library\.ts$/,
    await embeddedLibraryModule(target),
  );

/**
 * Libraries that the program carries minified: no trace of ours needs their sources, which take more than their code. They
 * share nothing with others but what is external.
 */
const MINIFIED_LIBRARIES = [
  '@clickhouse/client',
  '@duckdb/node-api',
  '@modelcontextprotocol/server',
  'croner',
  'elysia',
  'htmlparser2',
  'ipaddr.js',
  'maxmind',
  'nodemailer',
  'pino-pretty',
  'tar-stream',
  'tldts',
  'ua-parser-js',
  'web-push',
  'yauzl',
];

/** Resolves libraries to minified files of them. */
async function minifyLibraries(): Promise<BunPlugin> {
  const paths = new Map<string, string>();
  for (const name of MINIFIED_LIBRARIES) {
    const { outputs } = await Bun.build({
      entrypoints: [Bun.resolveSync(name, root)],
      target: 'node',
      // It registers schemas with what ours are made with: only a module gets the program's own copy of that.
      format: name === 'elysia' ? 'esm' : 'cjs',
      minify: true,
      external: ['@duckdb/node-bindings', '@sinclair/typebox', '@sinclair/typebox/*'],
    });
    const code = new Uint8Array((await outputs[0]?.arrayBuffer()) ?? []);
    paths.set(name, await keepFile(code, 'js'));
  }
  return {
    name: 'minify-libraries',
    setup(build) {
      for (const [name, path] of paths)
        build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path }));
    },
  };
}

/** Resolves the engine's bindings to our own, which load the unpacked library. */
const resolveBindings: BunPlugin = {
  name: 'resolve-bindings',
  setup(build) {
    const bindings = join(duckdbFolder, 'native/bindings.ts');
    build.onResolve({ filter: /^@duckdb\/node-bindings$/ }, () =>
      existsSync(bindings) ? { path: bindings } : undefined,
    );
  },
};

/** Returns the path of a file with the bytes as they are sent to browsers. */
const compressForBrowsers = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  keepFile(bytes, 'web.br', promisify(brotliCompress));

/** Source of the module that lists the dashboard's files, compressed. */
async function builtPagesModule(): Promise<string> {
  const write = async ({ name, type, bytes }: BundledFile) => ({
    name,
    type,
    brotliPath: await compressForBrowsers(new Uint8Array(bytes)),
  });
  // Languages share what has no text in it: the same name, a hash, stands for the same bytes.
  const built = (await Promise.all(LANGUAGES.map(buildWeb))).flat();
  const unique = [...new Map(built.map(file => [file.name, file])).values()];
  // The bundler lists them as they get ready.
  const files = await Promise.all(unique.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(write));
  const imports = files.map(
    ({ brotliPath }, n) => `import brotli${n} from ${importedAs(brotliPath)} with { type: 'file' };`,
  );
  const rows = files.map(
    ({ name, type }, n) => `{ ...${JSON.stringify({ name, type })}, brotliPath: brotli${n} }`,
  );
  return `${imports.join('\n')}\nexport const embeddedFiles = [${rows.join(', ')}];\n`;
}

/** Puts the dashboard into the program: see src/server/web-files.ts for the other half. */
const embedDashboard = async (): Promise<BunPlugin> =>
  replaceModule('embed-dashboard', /\/server\/embedded-pages\.ts$/, await builtPagesModule());

/** Puts the third-party notices into the program: see src/cli/licenses.ts for the other half. */
async function embedNotices(): Promise<BunPlugin> {
  const path = await compressForBrowsers(new TextEncoder().encode(writeNotices(root)));
  const contents = `import path from ${importedAs(path)} with { type: 'file' };\nexport const noticesPath = path;\n`;
  return replaceModule('embed-notices', /\/cli\/third-party-notices\.ts$/, contents);
}

/** Puts the commit into the program that it is built from, where git knows it: see src/core/version.ts for the other half. */
function embedCommit(): BunPlugin {
  const found = readCommit(root);
  const contents = `export const commit = ${JSON.stringify(found ? { id: found.id, date: found.date } : null)};\n`;
  return replaceModule('embed-commit', /\/core\/commit\.ts$/, contents);
}

/** Builds the program into a folder of its own, and returns its path. */
async function compile(entry: string, folder: string, target: Target): Promise<string> {
  const own = targetOfThisBun();
  const isOwn = own.os === target.os && own.cpu === target.cpu && own.isMusl === target.isMusl;
  const runtime = values.target === undefined ? undefined : runtimeOf(target);
  // Bytes depend on sources alone: neither on where the checkout is, nor on the name of the file that is written.
  const outfile = join(folder, 'footfall');
  const result = await Bun.build({
    entrypoints: [entry],
    root,
    compile: {
      outfile,
      ...(values.target === undefined ? {} : { target: values.target as Bun.Build.CompileTarget }),
      ...(runtime === undefined ? {} : { executablePath: runtime }),
      // The program reads no .env and no bunfig.toml of the folder it happens to be started in.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    target: 'bun',
    minify: true,
    format: 'esm',
    // What is imported on demand is a file of its own: a start loads nothing of it.
    splitting: true,
    // Compiled ahead of time. Only this machine's runtime is sure to accept it. Why no deeper: src/decisions/019-a-small-program.md
    bytecode: isOwn,
    bytecodeDepth: 0,
    // Embedded, so that a stack trace in an operator's log names our files and lines.
    sourcemap: 'linked',
    define: { 'process.env.NODE_ENV': '"production"', __dirname: '"/"' },
    plugins: [
      resolveBindings,
      resolveImportedFiles,
      embedCommit(),
      ...(await Promise.all([embedDuckDb(target), embedDashboard(), embedNotices(), minifyLibraries()])),
    ],
    throw: false,
  });
  return result.success
    ? outfile
    : stop(result.logs.map(String).join('\n') || 'the bundler failed without a reason');
}

async function buildBinary(entry: string, outfile: string): Promise<void> {
  const target = readTarget(values.target);
  mkdirSync(dirname(outfile), { recursive: true });
  // In a folder of its own first: a half-written or failed build never replaces a good one, nor a running one.
  const folder = mkdtempSync(join(dirname(outfile), '.build-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  renameSync(await compile(entry, folder, target), outfile);
}

const { values } = parseArgs({
  options: { target: { type: 'string' }, outfile: { type: 'string' }, entry: { type: 'string' } },
});
const entry = resolve(values.entry ?? join(root, 'src/main.ts'));
const outfile = resolve(values.outfile ?? join(root, 'dist/footfall'));
if (!existsSync(entry)) stop(`${entry} does not exist`);
const startedIn = process.cwd();
// The bundler names sources by their way from here.
process.chdir(root);
const startedNs = Bun.nanoseconds();
await buildBinary(entry, outfile);
const seconds = (Bun.nanoseconds() - startedNs) / 1e9;
say(
  `${relative(startedIn, outfile)}: ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`,
);
