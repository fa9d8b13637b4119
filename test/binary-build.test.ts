/** The build: the same sources make the same program. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json' with { type: 'json' };
import { readCommit } from '../scripts/commit.ts';
import { builtBinary } from './support/binary.ts';
import { root } from './support/source-tree.ts';
import { TIME_LIMIT_MS } from './support/time-limit.ts';

const folder = mkdtempSync(join(tmpdir(), 'footfall-build-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function build(name: string, cwd: string): Promise<string> {
  const outfile = join(folder, name);
  const script = join(root, 'scripts/build.ts');
  const child = Bun.spawn([process.execPath, script, `--outfile=${outfile}`], { cwd, stdout: 'ignore' });
  expect(await child.exited).toBe(0);
  return outfile;
}

test(
  'twice the same bytes, whatever the file is called and wherever the build is started',
  async () => {
    // Compresses what both builds share.
    await builtBinary();
    mkdirSync(join(folder, 'elsewhere'));
    const first = await build('one', root);
    const second = await build('elsewhere/another name', folder);
    expect(Bun.hash(readFileSync(second))).toBe(Bun.hash(readFileSync(first)));
    expect(readdirSync(folder).toSorted()).toEqual(['elsewhere', 'one']);

    const commit = readCommit(root);
    const text = commit ? `${version} (${commit.id}, ${commit.date})\n` : `${version}\n`;
    expect(Bun.spawnSync([first, 'version']).stdout.toString()).toBe(text);
  },
  TIME_LIMIT_MS,
);
