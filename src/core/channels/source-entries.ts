/** Parses the table of sources: the hosts, and parts of hosts, that stand for each. */
import { SOURCES, type SourceKind } from './sources.ts';

/** What stands for a source. */
export interface SourceEntry {
  readonly kind: SourceKind;
  readonly name: string;
  /** A host, or a part of one that a path follows. */
  readonly text: string;
  readonly isPart: boolean;
  /** Whether what is below the host is another thing, as it is below those of search engines. */
  readonly isAlone: boolean;
}

const toEntry = (kind: SourceKind, name: string, given: string): SourceEntry => ({
  ...{ kind, name, text: given.replace(/^\./, ''), isPart: given.includes('/') },
  isAlone: kind === 'search' && !given.startsWith('.'),
});

/** All entries, in the order of the table. */
export const SOURCE_ENTRIES: readonly SourceEntry[] = Object.entries(SOURCES).flatMap(([kind, names]) =>
  Object.entries<string>(names).flatMap(([name, entries]) =>
    entries.split(' ').map(entry => toEntry(kind as SourceKind, name, entry)),
  ),
);
