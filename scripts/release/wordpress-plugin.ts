/** Makes the WordPress plugin as the archive that "Upload Plugin" takes. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import type { PackedFile } from './archive.ts';

const root = resolve(import.meta.dir, '../..');
const folder = join(root, 'scripts/packaging/wordpress');

/** WordPress compares the version in the head of this file. */
const MAIN_FILE = 'footfall.php';

/** Makes the archive; the same sources make the same bytes. */
export function makeWordPressPlugin({
  version,
  date,
}: {
  readonly version: string;
  readonly date: Date;
}): Uint8Array<ArrayBuffer> {
  const names = [...new Bun.Glob('**/*').scanSync({ cwd: folder })].toSorted();
  const files: PackedFile[] = [
    ...names.map(name => ({ name, bytes: readFileSync(join(folder, name)) })),
    {
      name: 'LICENSE',
      bytes: readFileSync(join(root, 'LICENSE')),
    },
  ];
  const withVersion = ({ name, bytes }: PackedFile): Uint8Array =>
    name === MAIN_FILE
      ? new TextEncoder().encode(
          new TextDecoder().decode(bytes).replace(/^( \* Version: +).*$/m, `$1${version}`),
        )
      : new Uint8Array(bytes);
  return zipSync(Object.fromEntries(files.map(file => [`footfall/${file.name}`, withVersion(file)])), {
    mtime: toLocalTime(date),
    level: 9,
    os: 3,
    attrs: 0o644 << 16,
  });
}

/** A zip has times without a zone: that of UTC, wherever it is made. */
const toLocalTime = (date: Date): Date => new Date(date.getTime() + date.getTimezoneOffset() * 60_000);
