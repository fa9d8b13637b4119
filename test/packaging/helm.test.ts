/** The Helm chart says what the program does, and takes the values that it documents. Where there is helm, it reads it, too. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import Ajv from 'ajv';
import { makeHelmChart } from '../../scripts/release/helm-chart.ts';
import { COMMANDS } from '../../src/cli/main.ts';
import { OPTIONS } from '../../src/config/options.ts';
import { temporaryFolder } from '../support/cli.ts';
import { filesOf, readText } from '../support/source-tree.ts';

const chart = 'scripts/packaging/helm/footfall';
const read = async (name: string) =>
  Bun.YAML.parse(await readText(`${chart}/${name}`)) as Record<string, unknown>;
const templates = await Promise.all(filesOf(`${chart}/templates/*`).map(readText));
const variables = Object.values(OPTIONS).map(({ variable }) => variable as string);

const values = await read('values.yaml');
const accepts = new Ajv({ strict: false }).compile(JSON.parse(await readText(`${chart}/values.schema.json`)));

test('the values that the chart comes with are allowed', () => {
  expect([accepts(values), accepts.errors]).toEqual([true, null]);
});

test.each([
  ['a setting that is none of ours', { settings: { MEMORY: '1GB' } }],
  ['an address without a scheme', { baseUrl: 'stats.example.org' }],
  ['a size without a unit that there is', { persistence: { size: '10 gigabytes' } }],
  ['a value that it does not know', { replicas: 3 }],
  ['a port that is none', { service: { port: 0 } }],
])('%s is refused', (_, wrong) => {
  expect(accepts({ ...values, ...wrong })).toBe(false);
});

test('templates use values that are documented, and all of them', () => {
  const used = new Set(
    templates.flatMap(text => [...text.matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, path = '']) => path)),
  );
  const documented = Object.entries(values).flatMap(([name, value]) => {
    const isGroup = ['image', 'persistence', 'service', 'ingress'].includes(name);
    return isGroup ? Object.keys(value as object).map(part => `${name}.${part}`) : [name];
  });
  expect([...used].toSorted()).toEqual(documented.toSorted());
});

test('the pod is one, runs as nobody of the host, and is asked for its health by the program', async () => {
  const deployment = await readText(`${chart}/templates/deployment.yaml`);
  const words = [...deployment.matchAll(/command: \[\/usr\/bin\/footfall, ([a-z]+)\]/g)].map(
    ([, word]) => word,
  );
  expect(words).toEqual(['health', 'health']);
  expect(COMMANDS.map(({ name }) => name)).toContain('health');
  for (const line of [
    'replicas: 1',
    'type: Recreate',
    'runAsUser: 10001',
    'readOnlyRootFilesystem: true',
    'mountPath: /data',
  ])
    expect(deployment).toContain(`${line}\n`);
  expect(deployment).toContain(`containerPort: ${OPTIONS.port.default}\n`);
  const named = [...templates, await readText(`${chart}/values.yaml`)].join('\n');
  for (const [variable] of named.matchAll(/FOOTFALL_[A-Z_]+/g)) expect(variables).toContain(variable);
  const commands = ['help', ...COMMANDS.map(({ name }) => name)];
  for (const [, name] of named.matchAll(/"footfall ([a-z-]+)/g)) expect(commands).toContain(name as string);
});

const chartOf = (version: string) => makeHelmChart({ version, date: new Date('2026-11-25T12:00:00Z') });

test('an archive has the version of its release, and the same bytes each time', async () => {
  const archive = await chartOf('1.2.3');
  expect(await chartOf('1.2.3')).toEqual(archive);
  const { stdout } = Bun.spawnSync(['tar', 'xzOf', '-', 'footfall/Chart.yaml'], { stdin: archive });
  expect(stdout.toString()).toContain('\nversion: 1.2.3\nappVersion: 1.2.3\n');
});

const hasHelm = Bun.which('helm') !== null;
test.skipIf(!hasHelm)('helm renders it', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'chart.tgz');
  await Bun.write(file, await chartOf('1.2.3'));
  const set =
    'baseUrl=https://stats.example.org/numbers,ingress.enabled=true,settings.FOOTFALL_MEMORY_LIMIT=512MB';
  const { stdout, stderr } = Bun.spawnSync(['helm', 'template', 'stats', file, '--set', set]);
  expect(stderr.toString()).toBe('');
  expect(stdout.toString()).toContain('path: /numbers');
});
