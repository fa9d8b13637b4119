/**
 * Copies the folder of a writing process by plain means, with compactions inside, and opens the copies.
 *
 *     bun scripts/torture/copies.ts [--each 50] [--compact-ms 300] [--slow-ms 1500]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Acknowledged, faultsOf, lastAcknowledged } from './inspect.ts';
import { slowCopy } from './slow-copy.ts';

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '50' },
    'compact-ms': { type: 'string', default: '300' },
    'slow-ms': { type: 'string', default: '1500' },
  },
});
const root = mkdtempSync(join(tmpdir(), 'footfall-copies-'));
const source = join(root, 'live');
const durationMs = Number(values['slow-ms']);

let said = '';
const child = Bun.spawn(
  [
    process.execPath,
    join(import.meta.dir, 'writer.ts'),
    source,
    '--compact-ms',
    values['compact-ms'],
    '--rate',
    '4000',
  ],
  { stdout: 'pipe', stderr: 'inherit' },
);
const listening = listen(child.stdout);

/** Ways to copy: fast ones, and file by file over a second or two in either order, as a network disk would. */
const ways: Record<string, (target: string) => Promise<void>> = {
  'cp -r': async target => run(['cp', '-r', source, target]),
  tar: async target => {
    mkdirSync(target);
    await run(['sh', '-c', `tar -C "${source}" -cf - . 2>/dev/null | tar -C "${target}" -xf -`]);
  },
  'slow, forwards': target => slowCopy(source, target, { order: names => names, durationMs }),
  'slow, backwards': target => slowCopy(source, target, { order: names => names.reverse(), durationMs }),
};

let bad = 0;
for (const [way, copy] of Object.entries(ways)) {
  for (let n = 1; n <= Number(values.each); n += 1) {
    while (said === '') await Bun.sleep(20);
    const acknowledged: Acknowledged = lastAcknowledged(said);
    const target = join(root, 'copy');
    await copy(target);
    const faults = await faultsOf(target, acknowledged).catch(error => [String(error)]);
    rmSync(target, { recursive: true, force: true });
    if (faults.length === 0) continue;
    bad += 1;
    process.stdout.write(`${way} ${n}: ${faults.join('; ')}\n`);
  }
  process.stdout.write(`${way}: ${values.each} copies\n`);
}
child.kill('SIGKILL');
await child.exited;
await listening;
rmSync(root, { recursive: true, force: true });
process.stdout.write(`${bad} copies with faults\n`);
process.exit(bad === 0 ? 0 : 1);

async function run(command: string[]): Promise<void> {
  // It fails when a file vanishes during the copy; what it did copy is checked by opening it.
  await Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' }).exited;
}

async function listen(stream: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) said = (said + decoder.decode(chunk, { stream: true })).slice(-2000);
}
