/** The memory that the process may use, read from a made file system. */
import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { availableMemoryBytes } from '../../src/lib/available-memory.ts';

const MIB = 1024 ** 2;

/** A file system with the files given. */
function rootWith(files: Record<string, string | number>): string {
  const root = mkdtempSync(join(tmpdir(), 'footfall-cgroup-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  return root;
}

const V2 = '0::/system.slice/footfall.service';
const V1 = '8:pids:/\n4:cpu,memory:/docker/abc\n0::/';

test.each([
  ['of its own group, version 2', V2, { 'system.slice/footfall.service/memory.max': 512 * MIB }],
  [
    'of a group above',
    V2,
    { 'system.slice/memory.max': 512 * MIB, 'system.slice/footfall.service/memory.max': 'max' },
  ],
  [
    'the smallest of several',
    V2,
    { 'system.slice/memory.max': 512 * MIB, 'system.slice/footfall.service/memory.max': 900 * MIB },
  ],
  ['of a container that sees only its own mount', '0::/', { 'memory.max': 512 * MIB }],
  ['beside version 1', '0::/a', { 'unified/a/memory.max': 512 * MIB }],
  ['of version 1', V1, { 'memory/docker/abc/memory.limit_in_bytes': 512 * MIB }],
  ['of version 1 from inside', V1, { 'memory/memory.limit_in_bytes': 512 * MIB }],
])('the limit %s counts', (_, group, limits) => {
  const files = Object.entries(limits).map(([path, limit]) => [`sys/fs/cgroup/${path}`, limit]);
  const root = rootWith({ 'proc/self/cgroup': group, ...Object.fromEntries(files) });
  expect(availableMemoryBytes(root)).toBe(512 * MIB);
});

test.each([
  ['without control groups', {}],
  ['without a limit', { 'proc/self/cgroup': V2, 'sys/fs/cgroup/system.slice/memory.max': 'max' }],
  [
    'with the enormous limit of version 1',
    { 'proc/self/cgroup': V1, 'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712' },
  ],
  [
    'with the limit of another group',
    { 'proc/self/cgroup': V2, 'sys/fs/cgroup/user.slice/memory.max': 512 * MIB },
  ],
  ['with a file that holds no number', { 'proc/self/cgroup': V2, 'sys/fs/cgroup/memory.max': 'lots' }],
])('%s it is the memory of the machine', (_, files) => {
  expect(availableMemoryBytes(rootWith(files as Record<string, string>))).toBe(totalmem());
});
