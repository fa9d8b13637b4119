/** Reads the manifest of an exported folder, and checks that its files are those that were written. */
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../core/errors.ts';
import { EXPORT_VERSION, MANIFEST_NAME, type Manifest, type ManifestFile } from '../core/export-manifest.ts';
import { checksumOfDescriptor } from '../stores/durable-file.ts';

const FILE_NAME = /^[a-z_]{1,40}\.(parquet|ndjson|csv|json)$/;

/** Returns the files of a folder, once every byte was compared. Throws a `CommandError` for a folder that is not complete. */
export async function readExport(directory: string): Promise<readonly ManifestFile[]> {
  const path = join(directory, MANIFEST_NAME);
  if (!existsSync(path))
    throw new CommandError(
      `${directory} has no ${MANIFEST_NAME}: it is no export, or one that was not finished`,
    );
  const { files } = parseManifest(path);
  for (const file of files) await checkFile(directory, file);
  return files;
}

function parseManifest(path: string): Manifest {
  const broken = new CommandError(`${path} is not the manifest of an export: export the site again`);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw broken;
  }
  if (Number(manifest?.format_version) > EXPORT_VERSION)
    throw new CommandError(`${path} was written by a newer version: update this program`);
  const isWhole =
    manifest?.format_version === EXPORT_VERSION &&
    Array.isArray(manifest.files) &&
    manifest.files.every(file => FILE_NAME.test(file?.name));
  if (!isWhole) throw broken;
  return manifest;
}

async function checkFile(directory: string, { name, bytes, sha256 }: ManifestFile): Promise<void> {
  const path = join(directory, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile())
    throw new CommandError(`${name} is missing in ${directory}, and ${MANIFEST_NAME} names it`);
  const descriptor = openSync(path, 'r');
  try {
    if (stats.size === bytes && (await checksumOfDescriptor(descriptor)) === sha256) return;
  } finally {
    closeSync(descriptor);
  }
  throw new CommandError(`${path} does not match ${MANIFEST_NAME}: it was changed, or is damaged`);
}
