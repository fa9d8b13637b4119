/** The database library that the program unpacks: what may happen to it, and where it may not be. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { compressToFile, stripLibrary, withEncodedBranches } from '../scripts/pack.ts';
import {
  builtBinary,
  folderWithOnly,
  mountTmpfs,
  removeFolder,
  runBinary,
  serveBinary,
  testWithMount,
} from './support/binary.ts';
import { root } from './support/source-tree.ts';
import { TIME_LIMIT_MS } from './support/time-limit.ts';

/** A user who owns nothing. */
const NOBODY = 65_534;

let folder = '';
beforeAll(async () => {
  folder = folderWithOnly(await builtBinary());
}, TIME_LIMIT_MS);
afterAll(() => removeFolder(folder));

let folders = 0;
const newData = (): string => {
  folders += 1;
  return join(folder, `data-${folders}`);
};
const linesOf = (text: string): string[] => text.trim().split('\n');

function flipByte(file: string, position: number): void {
  const descriptor = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, position);
  writeSync(descriptor, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, position);
  closeSync(descriptor);
}

/** Hashes of the files of a folder, by path. */
const readTree = (path: string): Map<string, string> =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
      .map(file => [file, new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex')]),
  );

test('the unpacked library is marked as a cache, and comes back when a copy lacks it', async () => {
  const data = newData();
  await (await serveBinary(folder, { data })).stop();
  const tag = join(data, 'runtime', 'CACHEDIR.TAG');
  expect(readFileSync(tag, 'utf8')).toStartWith('Signature: 8a477f597d28d172789f06886806bc55\n');
  // As in a folder of an earlier version.
  rmSync(tag);
  await (await serveBinary(folder, { data })).stop();
  expect(existsSync(tag)).toBe(true);
  rmSync(join(data, 'runtime'), { recursive: true });
  expect((await runBinary(folder, ['check', '--data', data])).code).toBe(0);
  await (await serveBinary(folder, { data })).stop();
  expect(existsSync(tag)).toBe(true);
});

/** What may have happened to the unpacked library: to `file`, in the folder `library`. */
const LIBRARY_DAMAGES: readonly [what: string, damage: (place: { library: string; file: string }) => void][] =
  [
    ['is cut short', ({ file }) => truncateSync(file, statSync(file).size - 4096)],
    ['has a wrong byte', ({ file }) => flipByte(file, 30_000_000)],
    ['lacks a file', ({ library }) => rmSync(join(library, 'duckdb.node'))],
    [
      'was being written when its process was killed',
      ({ library, file }) => {
        truncateSync(file, 4096);
        renameSync(library, join(library, '../../tmp', basename(library)));
      },
    ],
    [
      'is of another version',
      ({ library }) => renameSync(library, `${dirname(library)}/duckdb-0123456789abcdef`),
    ],
  ];

test('a library that is damaged, incomplete or of another version is replaced at the next start', async () => {
  const data = newData();
  await (await serveBinary(folder, { data })).stop();
  const unpacked = () => readTree(join(data, 'runtime'));
  const before = unpacked();
  const [file = ''] = [...before.keys()].filter(path => path.endsWith('/libduckdb.so'));
  for (const [what, damage] of LIBRARY_DAMAGES) {
    damage({ library: dirname(file), file });
    expect([what, unpacked()]).not.toEqual([what, before]);
    await (await serveBinary(folder, { data })).stop();
    expect([what, unpacked()]).toEqual([what, before]);
  }
});

test('a program with a wrong byte in its library says that it is damaged', async () => {
  const damaged = mkdtempSync(join(tmpdir(), 'footfall-damaged-'));
  copyFileSync(join(folder, 'footfall'), join(damaged, 'footfall'));
  const [library = ''] = new Bun.Glob('node_modules/@duckdb/node-bindings-*/libduckdb.*').scanSync(root);
  const code = stripLibrary(new Uint8Array(readFileSync(library)));
  const carried = process.arch === 'x64' ? withEncodedBranches(code) : code;
  const packed = readFileSync(await compressToFile(carried));
  const position = readFileSync(join(damaged, 'footfall')).indexOf(packed);
  flipByte(join(damaged, 'footfall'), position + Math.trunc(packed.length / 2));
  const run = await runBinary(damaged, ['serve', '--port', '0', '--data', newData()]);
  removeFolder(damaged);
  expect(run.code).toBe(1);
  expect(linesOf(run.err)).toEqual([expect.stringMatching(/footfall is damaged: .*Install it again/)]);
});

test('a check puts nothing into a backup, not even the library', async () => {
  const data = newData();
  await (await serveBinary(folder, { data })).stop();
  expect((await runBinary(folder, ['user', 'add', 'ann@example.org', '--data', data])).code).toBe(0);
  const copy = newData();
  expect((await runBinary(folder, ['backup', copy, '--data', data])).code).toBe(0);
  const before = readdirSync(copy);
  const { code, out } = await runBinary(folder, ['check', '--data', copy]);
  expect([code, linesOf(out).at(-1)]).toEqual([0, 'ok']);
  expect(readdirSync(copy)).toEqual(before);
});

testWithMount('a check reads a data folder that is mounted read-only, with the library in it', async () => {
  const data = newData();
  const unmount = mountTmpfs(data, 'size=300m');
  const server = await serveBinary(folder, { data });
  await server.stop();
  Bun.spawnSync(['mount', '-o', 'remount,ro', data]);
  const { code, out } = await runBinary(folder, ['check', '--data', data]);
  unmount?.();
  expect([code, linesOf(out).at(-1)]).toEqual([0, 'ok']);
});

testWithMount("a check loads the library from one's own folder, from another user's never", async () => {
  const data = newData();
  await (await serveBinary(folder, { data })).stop();
  const temporary = newData();
  const unmount = mountTmpfs(temporary, 'noexec,size=300m');
  const check = () => runBinary(folder, ['check', '--data', data], { TMPDIR: temporary });
  const own = await check();
  chownSync(data, NOBODY, NOBODY);
  const foreign = await check();
  const elsewhere = await runBinary(folder, ['check', '--data', data]);
  unmount?.();
  expect([own.code, foreign.code, elsewhere.code]).toEqual([0, 1, 0]);
  expect(linesOf(foreign.err)).toEqual([
    expect.stringContaining(`${temporary} and loaded from there: set TMPDIR`),
  ]);
});

testWithMount('a data folder mounted noexec is refused with one line that says so', async () => {
  const data = newData();
  const unmount = mountTmpfs(data, 'noexec,size=300m');
  const { code, err } = await runBinary(folder, ['serve', '--port', '0', '--data', data]);
  unmount?.();
  expect(code).toBe(1);
  expect(linesOf(err)).toEqual([expect.stringMatching(/noexec/)]);
});

testWithMount(
  'a disk too full for the database library is refused with one line, and a start after it works',
  async () => {
    const data = newData();
    const unmount = mountTmpfs(data, 'size=20m');
    const { code, err } = await runBinary(folder, ['serve', '--port', '0', '--data', data]);
    Bun.spawnSync(['mount', '-o', 'remount,size=300m', data]);
    const server = await serveBinary(folder, { data });
    await server.stop();
    unmount?.();
    expect(code).toBe(1);
    expect(linesOf(err)).toHaveLength(1);
  },
);
