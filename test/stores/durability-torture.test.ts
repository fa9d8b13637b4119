import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { IS_LONG } from '../support/fuzz.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

// The short form: a kill of a long journal and one among compactions, and a copy of each kind that meets several of them.
const KILLS = ['--rounds', IS_LONG ? '10' : '2'];
const COPIES = IS_LONG ? ['--each', '3'] : ['--each', '1', '--compact-ms', '150', '--slow-ms', '600'];

const torture = async (name: string, ...flags: string[]): Promise<{ code: number; said: string }> => {
  const script = join(import.meta.dir, '../../scripts/torture', `${name}.ts`);
  const child = Bun.spawn([process.execPath, script, ...flags], { stdout: 'pipe', stderr: 'inherit' });
  const said = await new Response(child.stdout).text();
  return { code: await child.exited, said };
};

test(
  'a server killed at any moment, also inside a compaction, loses nothing acknowledged',
  async () => {
    const { code, said } = await torture('kills', ...KILLS);
    expect(said).toContain('0 rounds with faults');
    expect(code).toBe(0);
  },
  TIME_LIMIT_MS,
);

test(
  'a plain copy of a live folder, fast or slow, in either order, opens with everything acknowledged before it',
  async () => {
    const { code, said } = await torture('copies', ...COPIES);
    expect(said).toContain('0 copies with faults');
    expect(code).toBe(0);
  },
  TIME_LIMIT_MS,
);
