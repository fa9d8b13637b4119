import { Kind, type Static, Type, TypeRegistry } from '@sinclair/typebox';
import { MAX_WILDCARDS, parsePathPattern } from '../../../core/goals/path-pattern.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { LEFT_OUT_REASONS } from '../../../core/monitors.ts';
import { model, nullable, oneOf, patchModel, Timestamp } from '../../../http/schema.ts';
import { hasControlCharacter, isLongerThan } from '../../../lib/text.ts';
import { MAX_EXCLUDED, MAX_WATCHED } from './limits.ts';
import type { WatchedPagesRow } from './store.ts';

TypeRegistry.Set(
  'ExcludedPath',
  (_, value) =>
    typeof value === 'string' &&
    /^[/*]/.test(value) &&
    !isLongerThan(value, MAX_LENGTH.path) &&
    !hasControlCharacter(value) &&
    parsePathPattern(value).rest.length <= MAX_WILDCARDS,
);
const ExcludedPath = Type.Unsafe<string>({
  [Kind]: 'ExcludedPath',
  type: 'string',
  maxLength: MAX_LENGTH.path,
  allowed: `a pattern such as /login or /account/** that begins with / or *, of at most ${MAX_LENGTH.path} characters and ${MAX_WILDCARDS} wildcards`,
});

const Count = Type.Integer({
  minimum: 0,
  maximum: MAX_WATCHED,
  description: 'how many of the pages with the most visitors of the last 7 days are watched; 0: none',
});

export const UpdateWatchedPages = patchModel(
  'UpdateWatchedPages',
  {
    count: Type.Optional(Count),
    excluded_paths: Type.Optional(
      Type.Array(ExcludedPath, {
        maxItems: MAX_EXCLUDED,
        description: 'pages that are never watched by themselves; patterns as those of goals',
      }),
    ),
  },
  { count: 5, excluded_paths: ['/account/**'] },
);
export type WatchedPagesInput = Static<typeof UpdateWatchedPages>;

const WatchedPages = model('WatchedPages', {
  count: Count,
  excluded_paths: Type.Array(Type.String()),
  renewed_at: nullable(Timestamp, { description: 'when they were last chosen' }),
  next_renewal_at: nullable(Timestamp, { description: 'null while none are watched' }),
  left_out: Type.Array(Type.Object({ path: Type.String(), reason: oneOf(LEFT_OUT_REASONS) }), {
    description:
      'most visited pages that are not watched: `not_found` (404 or 410), `failing`, `redirected` (to another page), `monitored` (by a monitor of yours), `no_room`',
  }),
});
export const WatchedPagesAnswer = Type.Object({ watched_pages: WatchedPages });

/** Presents settings; undefined where they were never set. */
export const presentWatchedPages = (row: WatchedPagesRow | undefined): Static<typeof WatchedPages> => ({
  count: row?.count ?? 0,
  excluded_paths: [...(row?.excludedPaths ?? [])],
  renewed_at: row?.renewedAt?.toISOString() ?? null,
  next_renewal_at: row && row.count > 0 ? row.renewAt.toISOString() : null,
  left_out: [...(row?.leftOut ?? [])],
});
