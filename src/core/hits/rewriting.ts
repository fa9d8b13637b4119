/** Changes of the pages that rows are of. */

/** What a stored path becomes. */
export interface RenamedPath {
  readonly path: string;
  /** The address that a row without one of its own had by its path; null where it is not to be kept. */
  readonly url: string | null;
}

/** Gives rows of a site other paths; what they had is kept with them until it is restored or removed. */
export interface PathRewriting {
  readonly siteId: number;
  /** Rows that are older. */
  readonly before: Date;
  /** Returns what a stored path becomes, null where it stays; asked once for each path. */
  readonly rename: (path: string) => RenamedPath | null;
  /** What the change is known by: no other change of any site has the number. */
  readonly heldAs: number;
}
