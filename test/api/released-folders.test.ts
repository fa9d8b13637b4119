/** Data folders that released versions left: each opens, and every answer of that time is still given. */
import { afterAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version as current } from '../../package.json' with { type: 'json' };
import { checkFolder } from '../../src/compose/check.ts';
import { openBrowser } from '../support/cookie-jar.ts';
import { startTestServer } from '../support/server.ts';
import { filesOf, readText, root } from '../support/source-tree.ts';

interface Released {
  readonly version: string;
  readonly key: string;
  readonly email: string;
  readonly password: string;
  /** Bodies by their path below /api/v1. */
  readonly answers: Readonly<Record<string, unknown>>;
}

const fixtures = 'test/fixtures/released-folders';
const released: Released[] = filesOf(`${fixtures}/*.json`).map(path =>
  JSON.parse(readFileSync(join(root, path), 'utf8')),
);
const scratch = mkdtempSync(join(tmpdir(), 'footfall-released-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('every version before this one has a folder', async () => {
  const versions = [...(await readText('CHANGELOG.md')).matchAll(/^## (\d\S*)/gm)].map(([, name]) => name);
  expect(released.map(({ version }) => version)).toEqual(
    expect.arrayContaining(versions.filter(name => name !== current)),
  );
});

/** What every later version may add: fields of records, and parameters that are echoed. */
const known = ({ filters: _, ...body }: Record<string, unknown>) => body;

describe.each(released)('$version', ({ version, key, email, password, answers }) => {
  const folder = join(scratch, version);
  const unpack = () => {
    expect(
      Bun.spawnSync(['tar', 'xzf', join(root, fixtures, `${version}.tar.gz`), '-C', scratch]).success,
    ).toBe(true);
    cpSync(join(scratch, 'data'), folder, { recursive: true, force: true });
    rmSync(join(scratch, 'data'), { recursive: true });
  };
  const open = () => startTestServer({ data: folder, hasOwner: false, at: '2026-12-01T12:00:00Z' });

  test('opens, answers as then, and again after a restart', async () => {
    unpack();
    for (const _ of ['first', 'second']) {
      await using server = await open();
      for (const [path, body] of Object.entries(answers)) {
        const answer = await server.api('GET', path, { key });
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.body).toMatchObject(known(body as Record<string, unknown>));
      }
      const signedIn = await openBrowser(server).signIn(email, password);
      expect(signedIn.status).toBeLessThan(300);
    }
    expect((await checkFolder(folder)).faults).toEqual([]);
  });
});
