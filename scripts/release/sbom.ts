/** Lists what a release contains, in the form of CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/. */
import { dependencies, packageManager, version } from '../../package.json' with { type: 'json' };
import { readAddressTable } from '../../src/ingest/address-tables.ts';
import { hashOf } from '../pack.ts';
import { listPackages, OTHERS } from '../third-party-notices.ts';

interface Component {
  readonly type: 'application' | 'library' | 'data' | 'platform';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly object[];
}

const dateOf = (table: Parameters<typeof readAddressTable>[0]): string =>
  readAddressTable(table).builtAt.toISOString().slice(0, 10);

/** Versions of what is no npm package, or none of its own name. */
const VERSIONS: Readonly<Record<string, string>> = {
  Bun: packageManager.replace('bun@', ''),
  DuckDB: dependencies['@duckdb/node-api'].replace(/-r\..*/, ''),
  'DB-IP IP to Country Lite': dateOf('countries'),
  'ip-location-db: IP to ASN': dateOf('networks'),
};

/** Formats the address of an npm package. Source: Package URL, https://github.com/package-url/purl-spec. */
const npmUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function packageComponent({ manifest }: ReturnType<typeof listPackages>[number]): Component {
  const purl = npmUrl(manifest.name, manifest.version);
  return {
    type: 'library',
    'bom-ref': purl,
    name: manifest.name,
    version: manifest.version,
    purl,
    licenses: [{ expression: manifest.license }],
  };
}

function otherComponent({ name, license }: (typeof OTHERS)[number]): Component {
  const version = VERSIONS[name];
  return {
    type: name === 'Bun' ? 'platform' : name === 'DuckDB' ? 'library' : 'data',
    'bom-ref': name,
    name,
    ...(version === undefined ? {} : { version }),
    licenses: [{ license: { name: license } }],
  };
}

/** Writes the list for the packages that are installed in a checkout. Its date is that of the commit. */
export function writeSbom(root: string, date: Date): string {
  const components = [...OTHERS.map(otherComponent), ...listPackages(root).map(packageComponent)];
  const hash = hashOf(new TextEncoder().encode(JSON.stringify([version, components])));
  const [, ...groups] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? [];
  const [a = '', b = '', c = '', d = '', e = ''] = groups;
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // A UUID by the content, of version 8 (RFC 9562): the same release has the same.
    serialNumber: `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`,
    version: 1,
    metadata: {
      timestamp: date.toISOString(),
      component: {
        type: 'application',
        'bom-ref': `footfall@${version}`,
        name: 'footfall',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
    dependencies: [
      { ref: `footfall@${version}`, dependsOn: components.map(component => component['bom-ref']) },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
