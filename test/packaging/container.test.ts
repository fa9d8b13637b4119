/** The image's and compose's files, those of hosting panels too, say what the program does. Where Debian has docker-compose, it reads them, too. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzip, makeTar } from '../../scripts/release/archive.ts';
import { COMMANDS } from '../../src/cli/main.ts';
import { OPTIONS } from '../../src/config/options.ts';
import { compileRanges } from '../../src/lib/net.ts';
import { temporaryFolder } from '../support/cli.ts';
import { filesOf, readText, root } from '../support/source-tree.ts';

const folder = 'scripts/packaging/container';
const port = Number(OPTIONS.port.default);
const variables = new Set<string>(Object.values(OPTIONS).map(({ variable }) => variable));
/** Variables of the compose files themselves. */
const OWN_VARIABLES = ['FOOTFALL_IMAGE', 'FOOTFALL_HOST_NAME'];

test('the image runs as nobody of the host, keeps its data in /data and asks the program for its health', async () => {
  const text = await readText(`${folder}/Containerfile`);
  for (const line of ['USER 10001:10001', 'VOLUME /data', `EXPOSE ${port}`])
    expect(text).toContain(`\n${line}\n`);
  const [, words = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(text) ?? [];
  const [program, command] = JSON.parse(words);
  expect(text).toContain(` ${program}\n`);
  expect(COMMANDS.map(({ name }) => name)).toContain(command);
  for (const [variable] of text.matchAll(/FOOTFALL_[A-Z_]+/g)) expect(variables).toContain(variable);
});

test('the folder that the image is built from is made of the archives of a release', async () => {
  using place = temporaryFolder();
  const archive = await makeTar(
    [{ name: 'footfall', bytes: new TextEncoder().encode('#!/bin/sh\n'), mode: 0o755 }],
    { date: new Date(0) },
  );
  for (const name of ['x64', 'arm64'])
    await Bun.write(join(place.path, `footfall-linux-${name}.tar.gz`), gzip(archive));
  const image = join(place.path, 'image');
  const { stderr } = Bun.spawnSync([join(root, 'scripts/image-folder.sh'), place.path, image]);
  expect(stderr.toString()).toBe('');
  const containerfile = await readText(`${folder}/Containerfile`);
  for (const architecture of ['amd64', 'arm64']) {
    const copied = containerfile
      .replaceAll(/\$\{TARGETARCH\}/g, architecture)
      .matchAll(/^COPY (?:--\S+ )*(\S+) /gm);
    for (const [, name = ''] of copied) expect([name, existsSync(join(image, name))]).toEqual([name, true]);
  }
});

interface ComposeFile {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly ports?: readonly string[];
        readonly environment: Readonly<Record<string, string>>;
        readonly networks?: Readonly<Record<string, { readonly ipv4_address?: string }>>;
      }
    >
  >;
  readonly networks: Readonly<
    Record<string, { readonly ipam: { readonly config: readonly { subnet: string; gateway?: string }[] } }>
  >;
}

const templates = 'scripts/packaging/templates';
const composeFiles = [
  ...filesOf(`${folder}/compose*.yaml`),
  ...filesOf(`${templates}/*.yaml`),
  ...filesOf(`${templates}/dokploy/*.yml`),
];

test.each(composeFiles)(
  '%s starts Footfall with its settings, without rights and with its data',
  async path => {
    const text = await readText(path);
    const { services, volumes } = Bun.YAML.parse(text) as Record<
      string,
      Record<string, Record<string, unknown>>
    >;
    const { footfall } = services ?? {};
    expect(footfall).toMatchObject({
      volumes: ['data:/data'],
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(Object.keys(volumes ?? {})).toContain('data');
    for (const [variable] of text.matchAll(/FOOTFALL_[A-Z_]+/g))
      expect([...variables, ...OWN_VARIABLES]).toContain(variable);
    expect(text).toMatch(new RegExp(`\\b${port}\\b`));
  },
);

test.each(filesOf(`${folder}/compose*.yaml`))(
  '%s trusts the proxy that its requests come through, and nobody else',
  async path => {
    const { services, networks } = Bun.YAML.parse(await readText(path)) as ComposeFile;
    const { footfall, caddy } = services;
    const [{ subnet, gateway } = { subnet: '' }] = Object.values(networks)[0]?.ipam.config ?? [];
    // A proxy of the host reaches a port of the loopback address by way of the gateway.
    const isOnHost = (footfall?.ports ?? []).every(each => each.startsWith('127.0.0.1:'));
    const proxy = caddy ? caddy.networks?.['front']?.ipv4_address : isOnHost ? gateway : undefined;
    expect(footfall?.environment['FOOTFALL_TRUSTED_PROXIES']).toBe(`${proxy}/32`);
    expect(compileRanges([subnet])(proxy ?? '')).toBe(true);
  },
);

// Debian's is of Python, and asks no engine to read a file. The name of a project is newer than it.
const hasCompose = Bun.which('docker-compose') !== null;
test.skipIf(!hasCompose).each(composeFiles)('docker-compose accepts %s', async path => {
  const text = (await readText(path)).replace(/^name: .*$/m, '');
  const { success, stderr } = Bun.spawnSync(['docker-compose', '--file', '-', 'config', '--quiet'], {
    stdin: new TextEncoder().encode(text),
    env: {
      PATH: process.env['PATH'],
      FOOTFALL_HOST_NAME: 'stats.example.org',
      CLICKHOUSE_PASSWORD: 'secret',
    },
  });
  expect([success, success ? '' : stderr.toString()]).toEqual([true, '']);
});
