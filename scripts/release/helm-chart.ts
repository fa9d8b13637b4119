/** Makes the Helm chart as the archive that `helm install` takes. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzip, makeTar } from './archive.ts';

const folder = join(resolve(import.meta.dir, '../..'), 'scripts/packaging/helm/footfall');

/** Makes the archive, with the version of the release for the chart and the image; the same sources make the same bytes. */
export async function makeHelmChart({
  version,
  date,
}: {
  readonly version: string;
  readonly date: Date;
}): Promise<Uint8Array<ArrayBuffer>> {
  const names = [...new Bun.Glob('**/*').scanSync({ cwd: folder })].toSorted();
  const files = names.map(name => {
    const text = readFileSync(join(folder, name), 'utf8');
    const own = name === 'Chart.yaml' ? text.replaceAll(/^((?:appV|v)ersion:) .*$/gm, `$1 ${version}`) : text;
    return { name: `footfall/${name}`, bytes: new TextEncoder().encode(own) };
  });
  return gzip(await makeTar(files, { date }));
}
