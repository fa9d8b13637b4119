/** The example of a cluster: what can be said of it without one. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { YAML } from 'bun';
import { parseHitsUrl } from '../src/core/hits-url.ts';
import { root } from './support/source-tree.ts';

const folder = join(root, 'scripts/packaging/clickhouse-cluster');
const compose = await Bun.file(join(folder, 'compose.yaml')).text();
const config = await Bun.file(join(folder, 'cluster.xml')).text();

/** Returns the texts of all elements with a name. */
const textsOf = (name: string): string[] =>
  Array.from(config.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), ([, text = '']) => text);

const { services } = YAML.parse(compose) as {
  readonly services: Readonly<
    Record<string, { readonly hostname: string; readonly environment: Record<string, string> }>
  >;
};

test('each server is a replica, a node of Keeper and a member of its quorum, with a number of its own', () => {
  const names = Object.keys(services);
  expect(names).toHaveLength(3);
  expect(Object.values(services).map(({ hostname }) => hostname)).toEqual(names);
  expect(textsOf('host')).toEqual([...names, ...names]);
  expect(textsOf('hostname')).toEqual(names);
  expect(Object.values(services).map(({ environment }) => environment['NODE_ID'])).toEqual(textsOf('id'));
});

test('the address in its first lines is that of its database, user and cluster', () => {
  const [, address = ''] = /FOOTFALL_HITS_URL='([^']*)'/.exec(compose) ?? [];
  const [first] = Object.values(services);
  expect(parseHitsUrl(address)).toMatchObject({
    database: first?.environment['CLICKHOUSE_DB'],
    username: first?.environment['CLICKHOUSE_USER'],
    cluster: 'footfall',
  });
  expect(config).toContain('<footfall>');
  // Otherwise each row would be stored once for every replica.
  expect(textsOf('internal_replication')).toEqual(['true']);
});
