/** What a release is made of, without building it: scripts/release.ts does, and checks each program. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { dependencies, packageManager } from '../../package.json' with { type: 'json' };
import { gzip, makeTar } from '../../scripts/release/archive.ts';
import { readExecutable } from '../../scripts/release/executable.ts';
import { writeSbom } from '../../scripts/release/sbom.ts';
import { parseTarget, RELEASE_TARGETS } from '../../scripts/targets.ts';
import { listPackages } from '../../scripts/third-party-notices.ts';
import { temporaryFolder } from '../support/cli.ts';
import { readText, root } from '../support/source-tree.ts';

const date = new Date('2026-11-25T12:00:00Z');

test('parts of other systems have the versions of the project', async () => {
  const parts: Record<string, string> = JSON.parse(await readText('.release/package.json')).dependencies;
  for (const name of RELEASE_TARGETS) {
    expect(parts[`@duckdb/node-bindings-${name}`]).toBe(dependencies['@duckdb/node-api']);
    const target = parseTarget(name);
    const cpu = target?.cpu === 'x64' ? ['x64', '-baseline'] : ['aarch64', ''];
    const bun = `@oven/bun-${target?.os}-${cpu[0]}${target?.isMusl ? '-musl' : ''}${cpu[1]}`;
    expect([bun, parts[bun]]).toEqual([bun, packageManager.replace('bun@', '')]);
  }
  expect(Object.keys(parts)).toHaveLength(2 * RELEASE_TARGETS.length);
});

test('the list of what is inside follows the schema of CycloneDX, and is complete', async () => {
  const schemas = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
  const read = async (name: string) => JSON.parse(await readText(`${schemas}/${name}.SNAPSHOT.schema.json`));
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema({ ...(await read(name)), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
  const validate = ajv.compile(await read('bom-1.6'));
  const text = writeSbom(root, date);
  const document = JSON.parse(text);
  expect([validate(document), validate.errors]).toEqual([true, null]);
  expect(document.metadata.timestamp).toBe('2026-11-25T12:00:00.000Z');
  const names = document.components.map(({ name }: { name: string }) => name);
  for (const { manifest } of listPackages(root)) expect(names).toContain(manifest.name);
  for (const name of ['Bun', 'DuckDB', 'Natural Earth']) expect(names).toContain(name);
  expect(writeSbom(root, date)).toBe(text);
});

test('the same files make the same archive, which tar unpacks with their permissions', async () => {
  const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
  const files = [{ ...file('footfall', '#!/bin/sh\necho it runs\n'), mode: 0o755 }, file('LICENSE', 'MIT')];
  const archive = gzip(await makeTar(files, { date }));
  expect(gzip(await makeTar(files, { date }))).toEqual(archive);
  using folder = temporaryFolder();
  const run = (line: string) =>
    Bun.spawnSync(['sh', '-c', line], { cwd: folder.path, stdin: archive }).stdout.toString();
  expect(run('tar xzf - && ./footfall && date -u -r LICENSE +%F')).toBe('it runs\n2026-11-25\n');
});

/** The first bytes of a program, with fields at their offsets. */
function header(magic: number, fields: Readonly<Record<number, number>>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4096);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  for (const [offset, value] of Object.entries(fields)) view.setUint32(Number(offset), value, true);
  return bytes;
}

test('a program is known by its header', () => {
  const own = readExecutable(new Uint8Array(readFileSync(process.execPath)));
  expect([own.os, own.cpu]).toEqual([process.platform, process.arch]);
  const elf = header(0x464c457f, { 18: 183 });
  elf.set(new TextEncoder().encode('/lib/ld-musl-aarch64.so.1'), 600);
  expect(readExecutable(elf)).toMatchObject({ os: 'linux', cpu: 'arm64', isMusl: true });
  const mac = { 4: 0x0100000c, 16: 2, 32: 0x19, 36: 16, 48: 0x1d, 52: 16 };
  expect(readExecutable(header(0xfeedfacf, mac))).toMatchObject({
    os: 'darwin',
    cpu: 'arm64',
    isSigned: true,
  });
  expect(readExecutable(header(0xfeedfacf, { ...mac, 16: 1 })).isSigned).toBe(false);
  expect(() => readExecutable(header(0, {}))).toThrow('no program');
});
