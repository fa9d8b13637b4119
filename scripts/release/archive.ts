/** Packs files so that the same files make the same bytes: one date, one owner, the order of the list. */
import { pack } from 'tar-stream';

export interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Permissions; by default everybody reads, and the owner writes. */
  readonly mode?: number;
}

/** Makes a tar archive of files that belong to root, with the folders that their names begin with where `withFolders` is set. */
export async function makeTar(
  files: readonly PackedFile[],
  { date, withFolders = false }: { readonly date: Date; readonly withFolders?: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const archive = pack();
  const chunks: Uint8Array[] = [];
  const ended = (async () => {
    for await (const chunk of archive) chunks.push(chunk as Uint8Array);
  })();
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: date };
  const folders = withFolders ? foldersOf(files) : [];
  for (const name of folders) archive.entry({ name: `${name}/`, type: 'directory', mode: 0o755, ...owner });
  for (const { name, bytes, mode = 0o644 } of files)
    archive.entry({ name, mode, ...owner }, Buffer.from(bytes));
  archive.finalize();
  await ended;
  return Bun.concatArrayBuffers(chunks, Number.POSITIVE_INFINITY, true);
}

/** Lists the folders of files, outer ones first. */
function foldersOf(files: readonly PackedFile[]): string[] {
  const folders = files.flatMap(({ name }) => {
    const parts = name.split('/').slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(folders)].filter(name => name !== '' && name !== '.').toSorted();
}

/** Compresses with gzip, whose header then has no date. */
export const gzip = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  Bun.gzipSync(bytes, { level: 9 });
