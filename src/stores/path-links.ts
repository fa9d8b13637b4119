/** Presents the steps of paths, as every engine answers them. */
import type { PathLink, PathNode, Paths } from '../core/hits/paths.ts';

/** A link as a statement answers it; the first one has the number of all visits alone. */
export interface PathLinkRow {
  readonly step: number;
  readonly from_kind: string | null;
  readonly from_path: string | null;
  readonly to_kind: string;
  readonly to_path: string | null;
  readonly visits: number;
}

const KINDS = ['page', 'other', 'end'];

const toNode = (kind: string, path: string | null): PathNode => {
  if (kind === 'page') return { kind, path: path ?? '' };
  return { kind: kind === 'other' ? 'other' : 'end', path: null };
};

const compareNodes = (a: PathNode | null, b: PathNode | null): number =>
  KINDS.indexOf(a?.kind ?? 'page') - KINDS.indexOf(b?.kind ?? 'page') ||
  Buffer.compare(Buffer.from(a?.path ?? ''), Buffer.from(b?.path ?? ''));

const compareLinks = (a: PathLink, b: PathLink): number =>
  a.step - b.step || b.visits - a.visits || compareNodes(a.from, b.from) || compareNodes(a.to, b.to);

/** Returns links in order. The visits of the first step are all visits. */
export const toPaths = (rows: readonly PathLinkRow[], since: Date): Paths => {
  const links = rows
    .map(
      ({ step, from_kind, from_path, to_kind, to_path, visits }): PathLink => ({
        step,
        from: from_kind === null ? null : toNode(from_kind, from_path),
        to: toNode(to_kind, to_path),
        visits,
      }),
    )
    .sort(compareLinks);
  const visits = links.filter(({ step }) => step === 1).reduce((sum, link) => sum + link.visits, 0);
  return { visits, links, since };
};
