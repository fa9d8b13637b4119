/** A file of DuckDB's library carried inside a compiled program. */
export interface EmbeddedFile {
  /** Its name once unpacked: `libduckdb.so`, `duckdb.node`. */
  readonly name: string;
  /** Where the compiled program can read it, compressed with zstd. */
  readonly path: string;
  /** Whether it was filtered before it was compressed: `branch-filter.ts`. */
  readonly hasEncodedBranches: boolean;
  /** Of the unpacked file, as all that follows. Lower-case hex. */
  readonly sha256: string;
  /** Sixteen hex digits: what an unpacked file is checked by at every start, thirty times faster than by the other. */
  readonly xxHash64: string;
  readonly sizeBytes: number;
}

/**
 * The library files of this program, libraries first and the addon last; none when it runs from its sources and loads
 * them from node_modules. The build replaces this module by one that names the files of the machine it builds for.
 */
export const embeddedLibrary: readonly EmbeddedFile[] = [];
