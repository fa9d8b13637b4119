/** Reads zip archives with yauzl. */
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { CommandError } from '../../../core/errors.ts';

const MAX_FILES = 10_000;
const ENCRYPTED = 1;

interface ZippedFile {
  readonly name: string;
  /** Packed size. */
  readonly sizeBytes: number;
  readonly unpackedBytes: number;
  open(): Promise<Readable>;
}

/** Folders, and what operating systems put into archives. */
const isIgnored = (name: string): boolean => name.endsWith('/') || /(^|\/)(__MACOSX\/|\.)/.test(name);

/** Opens an archive and lists its files. Throws a `CommandError` when it is damaged or encrypted, or has too many files. */
export async function openZip(path: string, name: string) {
  const damaged = (error: Error) =>
    new CommandError(`${name} cannot be read as a zip archive: ${error.message}`);
  const { open } = await import('yauzl');
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(damaged(error)) : resolve(opened),
    ),
  );
  try {
    const entries = await listEntries(zip).catch(error => {
      throw error instanceof CommandError ? error : damaged(error);
    });
    const files = entries.filter(entry => !isIgnored(entry.fileName));
    // Files that share their bytes would unpack to thousands of times the size of the archive.
    const packed = files.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
    if (packed > zip.fileSize) throw new CommandError(`${name} lists files of more bytes than it has`);
    const encrypted = files.find(entry => (entry.generalPurposeBitFlag & ENCRYPTED) !== 0);
    if (encrypted) throw new CommandError(`${encrypted.fileName} in ${name} is encrypted: unpack it first`);
    return {
      files: files.map(
        (entry): ZippedFile => ({
          name: entry.fileName,
          sizeBytes: entry.compressedSize,
          unpackedBytes: entry.uncompressedSize,
          open: () =>
            new Promise((resolve, reject) =>
              zip.openReadStream(entry, (error, stream) =>
                error ? reject(damaged(error)) : resolve(stream),
              ),
            ),
        }),
      ),
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length > MAX_FILES) reject(new CommandError(`a zip archive may have ${MAX_FILES} files`));
      else zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}
