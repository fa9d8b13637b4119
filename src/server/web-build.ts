/** Makes the dashboard from its sources: at the build of a program, and while the program runs from source. */
import { basename, join } from 'node:path';

/** A file as the bundler made it. */
export interface BundledFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where the sources of the dashboard are, as long as there are any. */
export const webFolder = join(import.meta.dir, '../web');

const DOCUMENTS = ['index.html', 'public.html'];

// Written in two halves: the pages are built with it, and nothing is read from the environment.
const BUILD_KIND = `process${'.env.NODE_ENV'}`;

/** Documents, scripts, styles and pictures; all but the documents have a hash of what is in them in their names. */
export async function buildWeb(): Promise<BundledFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: DOCUMENTS.map(name => join(webFolder, name)),
    target: 'browser',
    minify: true,
    // Each page loads when it is first opened.
    splitting: true,
    publicPath: '/',
    define: { [BUILD_KIND]: '"production"' },
  });
  return Promise.all(
    outputs.map(async output => ({
      name: basename(output.path),
      type: output.type,
      bytes: new Uint8Array(await output.arrayBuffer()),
    })),
  );
}
