/**
 * Kills a writing process at random moments, also inside compactions, and opens what is left.
 *
 *     bun scripts/torture/kills.ts [--rounds 100] [--compact-ms 150]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOf, lastAcknowledged } from './inspect.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, 'compact-ms': { type: 'string', default: '150' } },
});
const writer = join(import.meta.dir, 'writer.ts');
const path = mkdtempSync(join(tmpdir(), 'footfall-kills-'));
const rounds = Number(values.rounds);
let bad = 0;
let hits = 0;

for (let round = 1; round <= rounds; round += 1) {
  // Every other round without compactions, so that long journals are replayed as well.
  const compactMs = round % 2 === 0 ? values['compact-ms'] : '0';
  const child = Bun.spawn([process.execPath, writer, path, '--compact-ms', compactMs, '--rate', '20000'], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const output = readUntil(child.stdout, 1);
  await output.begun;
  await Bun.sleep(Math.random() * 700);
  child.kill('SIGKILL');
  await child.exited;
  const acknowledged = lastAcknowledged(await output.all);
  hits = acknowledged.hits;
  const faults = await faultsOf(path, acknowledged);
  if (faults.length === 0) continue;
  bad += 1;
  process.stdout.write(`round ${round}: ${faults.join('; ')}\n`);
}
rmSync(path, { recursive: true, force: true });
process.stdout.write(`${rounds} kills, ${hits} hits acknowledged, ${bad} rounds with faults\n`);
process.exit(bad === 0 ? 0 : 1);

/** Collects a child's output; `begun` resolves with the first lines of it. */
function readUntil(stream: ReadableStream<Uint8Array>, lines: number) {
  const begun = Promise.withResolvers<void>();
  const collect = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      if (text.split('\n').length > lines) begun.resolve();
    }
    begun.resolve();
    return text;
  };
  return { begun: begun.promise, all: collect() };
}
