/** Changes of the pages that stored rows are of. */
import { invalidBody } from '../../core/errors.ts';
import { readPageRules } from '../../core/hits/page-rules.ts';
import type { Condition } from '../../core/hits/query.ts';
import { renameByRules, takePathsApart } from '../../core/hits/rename-paths.ts';
import type { PathRewriting } from '../../core/hits/rewriting.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import { createTimeSlice } from '../../lib/time-slice.ts';
import type { Selection } from './selection.ts';
import type { ChangeKind, ChangeRequest } from './tables.ts';

const RENAMING = { page_rules: renameByRules, clean_paths: takePathsApart } as const;
export type RenamingKind = keyof typeof RENAMING;

export const isRenaming = (kind: ChangeKind): kind is RenamingKind => Object.hasOwn(RENAMING, kind);

/** Returns the request of a change by the rules that a site has now. 422 for rules that are none. */
export const toRenamingRequest = (
  kind: RenamingKind,
  site: Pick<Site, 'pageRules' | 'url'>,
): ChangeRequest => {
  const rules = readPageRules(site.pageRules);
  if (kind === 'page_rules' && rules.length === 0)
    throw invalidBody(
      'kind page_rules needs rules, and the site has none: PUT /sites/:id/page_rules sets them',
    );
  return { rules, siteUrl: site.url };
};

/** Returns what stored paths become by a change. */
export const toRename = (
  kind: RenamingKind,
  { rules = [], siteUrl = '' }: ChangeRequest,
): PathRewriting['rename'] => RENAMING[kind]({ rules, siteUrl });

/** Pages of a site that are looked through for a change. */
const MAX_PAGES = 500_000;
const SLICE_MS = 10;
const COUNTED = ['hit', 'event'] as const;

interface Renamed {
  readonly siteId: number;
  readonly rename: PathRewriting['rename'];
  readonly span: Selection['span'];
}

/** Selects the hits and events whose path changes; undefined where none does. Other requests are answered meanwhile. */
export async function selectRenamed(
  { ask }: Pick<HitStore, 'ask'>,
  { siteId, rename, span }: Renamed,
  signal: AbortSignal,
): Promise<Selection | undefined> {
  const paths = new Set<string>();
  for (const kind of COUNTED) {
    const page = { dimension: 'path', offset: 0, limit: MAX_PAGES } as const;
    const groups = await ask({ shape: 'groups', siteId, kind, filters: [], span, ...page }, { signal });
    if (groups.total > MAX_PAGES)
      throw invalidBody(
        `the site has more than ${MAX_PAGES.toLocaleString('en')} pages: they cannot be looked through at once`,
      );
    for (const { key } of groups.rows) if (key !== null) paths.add(key);
  }
  const slice = createTimeSlice(SLICE_MS);
  const [changed, kept]: [string[], string[]] = [[], []];
  for (const path of paths) {
    if (slice.isOver()) await slice.next();
    signal.throwIfAborted();
    const renamed = rename(path);
    (renamed === null || renamed.path === path ? kept : changed).push(path);
  }
  if (changed.length === 0) return undefined;
  // Whichever list is shorter.
  const filter: Condition =
    changed.length <= kept.length
      ? { dimension: 'path', isAnyOf: changed }
      : { dimension: 'path', isNoneOf: [null, ...kept] };
  return { filters: [filter], span, kinds: COUNTED };
}
