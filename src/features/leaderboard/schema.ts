import { type Static, Type } from '@sinclair/typebox';
import type { Page } from '../../core/page.ts';
import type { Site } from '../../core/site.ts';
import { Pagination, pageQuery, presentPagination } from '../../http/paging.ts';
import { Id, model, nullable, Timestamp, text } from '../../http/schema.ts';
import { importedField, presentImported } from '../../reports/imported.ts';
import type { BoardPage } from './service.ts';

/** Longest path there is. Source: decisions, section 2, Lengths. */
const MAX_PATH_LENGTH = 1024;

export const ListLeaderboard = Type.Object({
  path: Type.Optional(text({ maxLength: MAX_PATH_LENGTH, description: 'part of it, case ignored' })),
  ...pageQuery({ maximum: 1000 }),
});

const LeaderboardEntry = model('LeaderboardEntry', {
  path: Type.String(),
  total_hits: Type.Integer(),
  unique_hits: Type.Integer(),
  percentage: Type.Number({ description: "share of all the site's hits in percent, two decimals" }),
});

export const Leaderboard = model(
  'Leaderboard',
  {
    leaderboard: Type.Array(LeaderboardEntry),
    site: Type.Object({ id: Id, uid: Type.String(), url: Type.String(), label: Type.String() }),
    pagination: Pagination,
    ...importedField,
    cache_info: Type.Object(
      { cached_at: Timestamp, expires_at: Timestamp },
      { description: 'the board is of the hits up to `cached_at`; it is computed again after `expires_at`' },
    ),
    filters: Type.Object({ path: nullable(Type.String()) }),
  },
  {
    leaderboard: [{ path: '/pricing', total_hits: 120, unique_hits: 80, percentage: 60 }],
    site: { id: 1, uid: 'k3v9q0x7m2c8b5n1z4a6', url: 'https://shop.example', label: 'Shop' },
    pagination: { current_page: 1, per_page: 100, total_count: 1, total_pages: 1 },
    cache_info: { cached_at: '2026-03-10T12:00:00.000Z', expires_at: '2026-03-10T13:00:00.000Z' },
    filters: { path: 'PRICING' },
  },
);

export const presentLeaderboard = (
  board: BoardPage,
  { site, page, filter }: { readonly site: Site; readonly page: Page; readonly filter: string | null },
): Static<typeof Leaderboard> => ({
  leaderboard: board.rows.map(({ key, hits, uniqueHits }) => ({
    path: key ?? '',
    total_hits: hits,
    unique_hits: uniqueHits,
    percentage: Math.round((hits / Math.max(hits, board.siteHits)) * 10_000) / 100,
  })),
  site: { id: site.id, uid: site.uid, url: site.url, label: site.label },
  pagination: presentPagination(page, board.pathCount),
  ...presentImported(board.imported),
  cache_info: { cached_at: board.cachedAt.toISOString(), expires_at: board.expiresAt.toISOString() },
  filters: { path: filter },
});
