/** Collects the licences of everything that a built program contains. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the program contains beside npm packages. */
export const OTHERS = [
  {
    name: 'Bun',
    license: 'MIT, and others for what it links',
    text: `The runtime, https://github.com/oven-sh/bun, is MIT-licensed, Copyright (c) Oven. It links JavaScriptCore and WebKit's
WTF statically, under the GNU Library General Public License 2; their source and how to link another build of them are at
https://github.com/oven-sh/WebKit and https://bun.com/docs/project/license, which also lists the other libraries.`,
  },
  {
    name: 'DuckDB',
    license: 'MIT, and others for what it links',
    text: `The database engine, Copyright (c) Stichting DuckDB Foundation, https://github.com/duckdb/duckdb. The libraries that it
links and their licences are in the folders third_party and extension there.`,
  },
  {
    name: 'crawler-user-agents',
    license: 'MIT',
    text: `Patterns of robots' user agents. The MIT License (MIT), Copyright (c) 2017 Martin Monperrus.
https://github.com/monperrus/crawler-user-agents`,
  },
  {
    name: 'DB-IP IP to Country Lite',
    license: 'CC BY 4.0',
    text: `The database of countries: IP geolocation by DB-IP, https://db-ip.com.
Creative Commons Attribution 4.0 International, https://creativecommons.org/licenses/by/4.0/`,
  },
  {
    name: 'ip-location-db: IP to ASN',
    license: 'CC BY 4.0',
    text: `The table of networks: autonomous systems by RouteViews (https://www.routeviews.org), NRO (https://www.nro.net) and DB-IP
(https://db-ip.com), as https://github.com/sapics/ip-location-db combines them, reduced to kinds of networks.
Creative Commons Attribution 4.0 International, https://creativecommons.org/licenses/by/4.0/`,
  },
  {
    name: 'lists_vpn',
    license: 'MIT',
    text: `Hosting and VPN networks in the table of networks. MIT License, Copyright (c) 2024 X4B (Mathew Heard).
https://github.com/X4BNet/lists_vpn`,
  },
  {
    name: 'bad-asn-list',
    license: 'MIT',
    text: `Hosting networks in the table of networks. MIT License, Copyright (c) 2025 Brian Hamachek.
https://github.com/brianhama/bad-asn-list`,
  },
  {
    name: 'Natural Earth',
    license: 'public domain',
    text: 'The map of countries. Made with Natural Earth, https://www.naturalearthdata.com.',
  },
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Package {
  readonly folder: string;
  readonly manifest: Manifest;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Finds an installed package from a folder, as Node.js looks for it. Undefined when it is not installed. */
function findPackage(name: string, from: string): Package | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json')))
      return { folder: candidate, manifest: readManifest(candidate) };
    if (folder === dirname(folder)) return undefined;
  }
}

/** Lists the packages that a package needs to run, and what these need, each version once, by name. */
export function listPackages(root: string): Package[] {
  const found = new Map<string, Package>();
  const visit = ({ folder, manifest }: Package): void => {
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const dependency = findPackage(name, folder);
      const id = dependency && `${dependency.manifest.name}@${dependency.manifest.version}`;
      if (!dependency || !id || found.has(id)) continue;
      found.set(id, dependency);
      visit(dependency);
    }
  };
  visit({ folder: root, manifest: readManifest(root) });
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

const LICENSE_FILE = /(^|-)(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

function licenseTextsOf({ folder, manifest }: Package): string[] {
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(entry => readFileSync(join(folder, entry.name), 'utf8').trim());
  // A few packages name their licence only.
  return texts.length > 0 ? texts : [`https://spdx.org/licenses/${manifest.license}.html`];
}

const section = (name: string, license: string, texts: readonly string[]): string =>
  [`${'-'.repeat(79)}\n${name} (${license})`, ...texts].join('\n\n');

/** Writes the notices: a section for each package and for what is no package. */
export function writeNotices(root: string): string {
  const packages = listPackages(root).map(each =>
    section(`${each.manifest.name} ${each.manifest.version}`, each.manifest.license, licenseTextsOf(each)),
  );
  const others = OTHERS.map(({ name, license, text }) => section(name, license, [text]));
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return `${own}\n\nFootfall contains the following software and data.\n\n${[...others, ...packages].join('\n\n')}\n`;
}
