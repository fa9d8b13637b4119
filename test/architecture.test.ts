import { expect, test } from 'bun:test';
import { filesOf, findCycle, readSources, readText } from './support/source-tree.ts';

/** Who may import what of ours at run time: the first rule whose place matches decides. `$1` is the place's own part. */
const IMPORT_LAW: readonly (readonly [place: RegExp, ...targets: string[]])[] = [
  [/^lib\//, 'lib/'],
  [/^core\//, 'core/', 'lib/'],
  [/^reference\//, 'reference/', 'lib/'],
  [/^(config|outbound|http)\//, '$1/', 'core/', 'lib/'],
  [/^reports\//, 'reports/', 'http/', 'core/', 'lib/'],
  [/^ingest\/endpoint/, 'ingest/', 'http/', 'core/', 'lib/'],
  [/^ingest\//, 'ingest/', 'core/', 'lib/', 'reference/'],
  [/^stores\/[^/]+$/, 'stores/[^/]+$', 'core/', 'lib/'],
  [/^stores\/([^/]+)\//, 'stores/$1/', 'stores/sql/', 'stores/[^/]+$', 'core/', 'lib/'],
  [
    /^features\/([^/]+)\/(?:[^/]+\/)?(?:store|tables)\.ts$/,
    'features/$1/',
    'core/',
    'lib/',
    'stores/sqlite/',
  ],
  [/^features\/(collect)\//, 'features/$1/', 'core/', 'lib/', 'http/', 'ingest/', 'tracker/'],
  [/^features\/([^/]+)\//, 'features/$1/', 'core/', 'lib/', 'http/', 'reports/', 'ingest/', 'outbound/'],
  [/^jobs\//, 'jobs/', 'core/', 'lib/'],
  [
    /^compose\//,
    'compose/',
    'features/',
    'stores/',
    'ingest/',
    'outbound/',
    'http/',
    'reports/',
    'core/',
    'lib/',
    'reference/',
  ],
  [/^server\//, '(?!cli/|main\\.ts|stores/(sqlite|duckdb)/)'],
  [
    /^(?:cli\/|main\.ts)/,
    'cli/',
    'config/',
    'server/',
    'compose/',
    'core/',
    'lib/',
    'stores/(data-folder|durable-file)\\.ts$',
  ],
  [/^tracker\//, 'tracker/', 'core/', 'lib/'],
  // What pages are made of knows no page.
  [/^web\/(?:ui|forms|charts)\//, 'web/(?!pages/)', 'core/', 'lib/'],
  [/^web\//, 'web/', 'core/', 'lib/'],
];

/** Types that a place may name beside what it may load: services are what features offer each other. */
const TYPE_LAW: readonly (readonly [place: RegExp, ...targets: string[]])[] = [
  [/^stores\//, 'ingest/'],
  [/^features\/[^/]+\/(?:[^/]+\/)?(?:store|tables)\.ts$/, 'reference/', 'reports/'],
  [
    /^features\//,
    'features/[^/]+/(?:[^/]+/)?service\\.ts$',
    'features/mail/(?:outbox|transactional)\\.ts$',
    'stores/sqlite/',
    'reference/',
    'jobs/',
    'tracker/',
  ],
  [/^reference\//, 'core/'],
  [/^cli\//, 'stores/[^/]+$'],
  [/^(?:server|compose)\//, 'features/', 'stores/', 'config/', 'jobs/'],
  // Answers of the API, which pages read.
  [/^web\//, 'features/.+/[a-z-]*schema\\.ts$'],
];

/** Packages and modules of the platform that only some places may use. */
const PACKAGE_LAW: readonly (readonly [name: RegExp, place: RegExp])[] = [
  [/^drizzle-orm/, /^(stores\/sqlite\/|features\/[^/]+\/([^/]+\/)?(store|tables)\.ts)/],
  // The process of reports is started from its text alone, and opens for reading what the store's statements ask for.
  [/^bun:sqlite$/, /^(stores\/(sqlite\/|folder-lock\.ts))/],
  [/^@duckdb\//, /^stores\/duckdb\//],
  [/^elysia$/, /^http\/router\.ts/],
  [/^nodemailer/, /^outbound\//],
  // It builds requests, which the one client sends.
  [/^web-push$/, /^features\/webhooks\/notification-channels\/web-push\.ts/],
  [/^@modelcontextprotocol\//, /^features\/mcp\//],
  // The command line asks the running server over a local socket.
  [/^node:(https?|tls|dns)/, /^(outbound\/|cli\/remote\/control-client\.ts)/],
];

/** Words of the language that only some places may use. */
const WORD_LAW: readonly (readonly [rule: string, word: RegExp, place: RegExp])[] = [
  ['the environment is read in main.ts', /\b(process|Bun|import\.meta)\.env\b/, /^main\.ts$/],
  [
    'the clock is read in core/clock.ts',
    /\bDate\.now\(|\bnew Date\(\)|\bnew Date\b(?!\()/,
    /^(core\/clock\.ts|tracker\/|web\/)/,
  ],
  ['nothing is printed past the log', /\bconsole\./, /^(core\/log\.ts|tracker\/)/],
  [
    'fetch is called in outbound and web/api',
    /(?<![\w.$])fetch\((?![^()]*\)\s*\{)/,
    /^(outbound\/|web\/api|tracker\/)/,
  ],
  [
    'SQL is written in the stores',
    /["'`]\s*(select\s[^"'`]*\sfrom\s|insert\s+into\s|delete\s+from\s|update\s+\w+\s+set\s|create\s+(table|index)\s|pragma\s)/i,
    /^(stores\/|features\/[^/]+\/([^/]+\/)?store\.ts)/,
  ],
];

const sources = await readSources();
const placeOf = (path: string): string => path.replace(/^src\//, '');

function isAllowed(law: typeof IMPORT_LAW, place: string, target: string): boolean {
  const rule = law.find(([pattern]) => pattern.test(place));
  if (!rule) return false;
  const [pattern, ...targets] = rule;
  const own = pattern.exec(place)?.[1] ?? '';
  return targets.some(allowed => new RegExp(`^${allowed.replace('$1', own)}`).test(target));
}

test('a folder imports only what the import law allows it', () => {
  const broken = sources.flatMap(({ path, imports }) =>
    imports
      .filter(target => target.startsWith('src/') && !isAllowed(IMPORT_LAW, placeOf(path), placeOf(target)))
      .map(target => `${path} imports ${target}`),
  );
  expect(broken).toEqual([]);
});

test('a folder names only the types that the law allows it', () => {
  const broken = sources.flatMap(({ path, typeImports }) =>
    typeImports
      .map(placeOf)
      .filter(target => ![IMPORT_LAW, TYPE_LAW].some(law => isAllowed(law, placeOf(path), target)))
      .map(target => `${path} names types of ${target}`),
  );
  expect(broken).toEqual([]);
});

test('the sources import nothing of ours from outside src but the version', () => {
  const outside = sources.flatMap(({ imports }) =>
    imports.filter(target => /^(\.\.|test\/|scripts\/)/.test(target)),
  );
  expect(outside).toEqual([]);
});

test('a driver or a way out is imported only where it belongs', () => {
  const broken = sources.flatMap(({ path, imports }) =>
    PACKAGE_LAW.filter(
      ([name, place]) => imports.some(target => name.test(target)) && !place.test(placeOf(path)),
    ).map(([name]) => `${path} imports ${name.source}`),
  );
  expect(broken).toEqual([]);
});

test('no chain of imports leads back to its start, not even for types', () => {
  expect(findCycle(sources)).toBeUndefined();
});

test('the dashboard loads no module of the platform', () => {
  const byPath = new Map(sources.map(source => [source.path, source]));
  const loaded = new Set(['src/web/main.tsx', 'src/web/pages/public/start.tsx']);
  for (const path of loaded) {
    for (const target of byPath.get(path)?.imports ?? []) loaded.add(target);
  }
  expect(loaded.size).toBeGreaterThan(200);
  expect([...loaded].filter(target => /^(node|bun)(:|$)/.test(target))).toEqual([]);
});

test('no file passes on the exports of another', () => {
  const barrels = sources.filter(({ text }) => /^export (type )?(\*|\{[^}]*\})( as \w+)? from /m.test(text));
  expect(barrels.map(({ path }) => path)).toEqual([]);
});

for (const [rule, word, place] of WORD_LAW) {
  test(`${rule} and nowhere else`, () => {
    const broken = sources.filter(({ path, code }) => word.test(code) && !place.test(placeOf(path)));
    expect(broken.map(({ path }) => path)).toEqual([]);
  });
}

test('no kind of value is registered twice: the later one would check both', () => {
  const kinds = sources.flatMap(({ code }) =>
    [...code.matchAll(/TypeRegistry\.Set\(\s*'(\w+)'/g)].map(([, kind]) => kind),
  );
  expect(kinds.filter((kind, index) => kinds.indexOf(kind) !== index)).toEqual([]);
});

/** Names that other programs want. */
const FOREIGN_NAMES = ['README.md', 'Containerfile', 'Chart.yaml', 'NOTES.txt', '_names.tpl'];

test('files and folders are kebab-case and named for what they hold', () => {
  const names = filesOf('{src,scripts,test}/**/*').flatMap(path => path.split('/').slice(1));
  const odd = names.filter(
    name => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name) && !FOREIGN_NAMES.includes(name),
  );
  const vague = filesOf('{src,scripts,test/support}/**/*').filter(path =>
    /(^|[-/])(utils?|helpers?|common|manager|misc)([-./]|$)/.test(path),
  );
  expect([...odd, ...vague]).toEqual([]);
});

test('nothing names a package registry or a folder of the machine it was written on', async () => {
  const paths = filesOf('**/*').filter(path => !/\.(png|gif|ico|mmdb|woff2)$/.test(path));
  const workplace = new RegExp(
    ['registry\\.[a-z]+js', 'yarnpkg\\.com', '/work/(main|sh)', '/tmp/b[r]', '\\.lib[r]ary/'].join('|'),
  );
  const texts = await Promise.all(paths.map(async path => [path, await readText(path)] as const));
  expect(texts.filter(([, text]) => workplace.test(text)).map(([path]) => path)).toEqual([]);
});
