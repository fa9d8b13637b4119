/** Makes the npm package of the tracker: JavaScript modules, their types, and what npm reads. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzip, makeTar, type PackedFile } from './archive.ts';

const root = resolve(import.meta.dir, '../..');
const folder = join(root, 'scripts/packaging/tracker');
/** What frameworks bring themselves. */
const EXTERNAL = ['react'];

/** Names of the entries, `index` for the package itself. */
const listEntries = (): string[] =>
  readdirSync(join(folder, 'src'))
    .map(file => file.replace(/\.ts$/, ''))
    .toSorted();

/** Compiles the entries; what several of them use is in a module of its own, so that an app has it once. */
async function compile(entries: readonly string[]): Promise<PackedFile[]> {
  const built = await Bun.build({
    entrypoints: entries.map(entry => join(folder, `src/${entry}.ts`)),
    root: join(folder, 'src'),
    external: EXTERNAL,
    format: 'esm',
    splitting: true,
    target: 'browser',
    naming: { chunk: 'shared-[hash].[ext]' },
  });
  return Promise.all(
    built.outputs.map(async output => {
      const name = output.path.replace(/^\.\//, '');
      return { name, bytes: new TextEncoder().encode(directiveOf(name) + (await output.text())) };
    }),
  );
}

/** Returns the directive that the source of a module begins with, which the bundler drops; empty for none. */
function directiveOf(name: string): string {
  const source = join(folder, 'src', name.replace(/\.js$/, '.ts'));
  const isClient = existsSync(source) && readFileSync(source, 'utf8').startsWith("'use client'");
  return isClient ? "'use client';\n" : '';
}

/** Writes the types of the entries. */
function declareTypes(entries: readonly string[]): PackedFile[] {
  const out = mkdtempSync(join(tmpdir(), 'footfall-types-'));
  try {
    const files = entries.map(entry => join(folder, `src/${entry}.ts`));
    const options = ['--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions', '--strict'];
    const types = [
      '--target',
      'esnext',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--skipLibCheck',
    ];
    const command = [
      process.execPath,
      'run',
      '--bun',
      'tsc',
      '--ignoreConfig',
      ...options,
      ...types,
      '--outDir',
      out,
      ...files,
    ];
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: root });
    if (exitCode !== 0) throw new Error(`types of the npm package: ${stdout}${stderr}`);
    return entries.map(entry => ({
      name: `${entry}.d.ts`,
      // Modules are named as they are in the package.
      bytes: new TextEncoder().encode(
        readFileSync(join(out, `${entry}.d.ts`), 'utf8').replaceAll(/(['"]\.\/[a-z]+)\.ts(?=['"])/g, '$1.js'),
      ),
    }));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Returns the text of package.json: that of the folder, the version, and where each entry is. */
function describePackage(entries: readonly string[], version: string): string {
  const own: object = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const places = entries.map(entry => [
    entry === 'index' ? '.' : `./${entry}`,
    { types: `./${entry}.d.ts`, default: `./${entry}.js` },
  ]);
  return `${JSON.stringify({ ...own, version, exports: Object.fromEntries(places) }, null, 2)}\n`;
}

/** Makes the archive that `npm install` and `npm publish` take; the same sources make the same bytes. */
export async function makeNpmPackage({
  version,
  date,
}: {
  readonly version: string;
  readonly date: Date;
}): Promise<Uint8Array<ArrayBuffer>> {
  const entries = listEntries();
  const texts = {
    'package.json': describePackage(entries, version),
    'README.md': readFileSync(join(folder, 'README.md'), 'utf8'),
    LICENSE: readFileSync(join(root, 'LICENSE'), 'utf8'),
  };
  const files = [
    ...Object.entries(texts).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })),
    ...(await compile(entries)),
    ...declareTypes(entries),
  ];
  const ordered = files
    .map(file => ({ ...file, name: `package/${file.name}` }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return gzip(await makeTar(ordered, { date }));
}
