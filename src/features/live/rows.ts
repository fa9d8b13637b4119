/** Latest rows of a site, of every kind. */
import type { ReadOptions } from '../../core/hits/query.ts';
import { LIVE_KINDS, type LiveKind, type StoredHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Kudo } from '../../core/kudo.ts';
import type { Span } from '../../core/span.ts';

/** Kinds that are stored in the hit store. */
export type StoredKind = Exclude<LiveKind, 'kudo'>;

/** A presented row, as in the lists of its kind. */
export interface PresentedRow {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

export interface LiveRow extends PresentedRow {
  readonly type: LiveKind;
}

/** Presents the rows of each kind as in its own lists. */
export type PresentRows = Readonly<Record<StoredKind, (row: StoredHit, siteUrl: string) => PresentedRow>> & {
  readonly kudo: (kudo: Kudo) => PresentedRow;
};

/** Maximum number of rows. */
export const MAX_RECENT = 20;

/** The newest rows, newest first; of the same instant the one that is named first. */
export const takeNewest = (rows: readonly LiveRow[]): LiveRow[] =>
  // Instants are written with the same length, and so compare as texts.
  [...rows]
    .sort((a, b) => (a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1))
    .slice(0, MAX_RECENT);

/** Each row once. */
export const deduplicate = (rows: readonly LiveRow[]): LiveRow[] =>
  [...new Map([...rows].reverse().map(row => [`${row.type} ${row.id}`, row])).values()].reverse();

export const isStoredKind = (kind: string): kind is StoredKind =>
  kind === 'hit' || kind === 'event' || kind === 'agent_visit';

export interface RecentDeps {
  readonly hits: Pick<HitStore, 'ask'>;
  /** The newest kudos of a site within a span, newest first. */
  readonly listKudos: (
    query: { siteId: number; span: Span },
    limit: number,
    options: ReadOptions,
  ) => Promise<readonly Kudo[]>;
  readonly present: PresentRows;
}

/** The newest rows of a site within a span, of every kind, newest first. */
export async function readRecent(
  { hits, listKudos, present }: RecentDeps,
  { siteId, siteUrl, span }: { readonly siteId: number; readonly siteUrl: string; readonly span: Span },
  options: ReadOptions,
): Promise<LiveRow[]> {
  const rows = { shape: 'rows', siteId, span, filters: [], offset: 0, limit: MAX_RECENT } as const;
  const stored = LIVE_KINDS.filter(isStoredKind).map(async kind =>
    (await hits.ask({ ...rows, kind }, options)).map(
      (row): LiveRow => ({ type: kind, ...present[kind](row, siteUrl) }),
    ),
  );
  const kudos = listKudos({ siteId, span }, MAX_RECENT, options).then(rows =>
    rows.map((kudo): LiveRow => ({ type: 'kudo', ...present.kudo(kudo) })),
  );
  return takeNewest((await Promise.all([...stored, kudos])).flat());
}
