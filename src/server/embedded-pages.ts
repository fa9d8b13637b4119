/** A file that browsers load, carried inside a compiled program. */
export interface EmbeddedFile {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** Where the compiled program can read it, compressed by Brotli as far as that goes. */
  readonly brotliPath: string;
}

/**
 * The dashboard of this program; none when it runs from its sources, which makes it when a page is opened. The build
 * replaces this module by one that names the files it made.
 */
export const embeddedFiles: readonly EmbeddedFile[] = [];
