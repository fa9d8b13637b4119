import { type Static, Type } from '@sinclair/typebox';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { Day, Id, model, nullable, oneOf, optional, Timestamp, text } from '../../http/schema.ts';
import { MAX_HOST_LENGTH } from '../../lib/url.ts';
import { Conditions } from '../../reports/conditions.ts';
import type { ChangeRow } from './store.ts';
import { CHANGE_KINDS, CHANGE_STATUSES, type ChangeCounts, REQUESTED_KINDS } from './tables.ts';

export const CreateChange = model(
  'CreateChange',
  {
    kind: oneOf(REQUESTED_KINDS, {
      description:
        '`remove_hits`: hits with their engagement; `page_rules`: all stored pages become what the rules of the site make of them; `clean_paths`: stored paths with a query, and those that are whole addresses of the site, become their page',
    }),
    filters: Type.Optional(Conditions),
    start_date: optional(Day, 'the first day, of the site'),
    end_date: optional(Day, 'the last day, of the site'),
    events: Type.Optional(Type.Boolean({ description: 'true: events that match go too' })),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'true: nothing happens, the answer is 200 and says how much it would be' }),
    ),
    permanent: Type.Optional(Type.Boolean({ description: 'true: nothing is held, and it cannot be undone' })),
  },
  { kind: 'remove_hits', filters: ['is', 'referrer_host', ['spam.example']], dry_run: true },
);
export type ChangeInput = Static<typeof CreateChange>;

export const ResetSite = model(
  'ResetSite',
  { confirm: text({ maxLength: MAX_HOST_LENGTH, description: 'the host of the site' }) },
  { confirm: 'shop.example' },
);

const Count = Type.Integer({ minimum: 0 });

const Counts = {
  hits: Count,
  events: Count,
  visitors: Type.Integer({ minimum: 0, description: 'of the hits' }),
  days: Type.Integer({ minimum: 0, description: 'of the site, on which they are' }),
};

export const ChangePreview = model('ChangePreview', Counts);

const Change = model('Change', {
  id: Id,
  kind: oneOf(CHANGE_KINDS),
  status: oneOf(CHANGE_STATUSES, { description: '`permanent`: it can no longer be undone' }),
  filters: nullable(Type.Array(Type.Unknown())),
  start_date: nullable(Day),
  end_date: nullable(Day),
  events: Type.Boolean(),
  counts: Type.Object(Counts),
  created_at: Timestamp,
  undo_until: nullable(Timestamp, { description: 'null where it cannot be undone' }),
  error: nullable(Type.String({ description: 'why it is not done yet; it is tried again' })),
});

export const ChangeAnswer = Type.Object({ change: Change });
export const ChangeList = Type.Object({ changes: Type.Array(Change), pagination: Pagination });
export const ListChanges = Type.Object({ ...pageQuery({ maximum: 1000 }) });

export const presentCounts = ({ hits, events, visitors, days }: ChangeCounts) => ({
  hits,
  events,
  visitors,
  days,
});

/** Returns whether a change holds what was there: a reset holds nothing. */
export const isUndoable = ({ kind }: Pick<ChangeRow, 'kind'>): boolean => kind !== 'reset';

export const presentChange = (row: ChangeRow, error: string | null): Static<typeof Change> => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  filters: (row.request.filters as unknown[] | undefined) ?? null,
  start_date: row.request.startDate ?? null,
  end_date: row.request.endDate ?? null,
  events: row.request.events === true,
  counts: presentCounts(row.counts),
  created_at: row.createdAt.toISOString(),
  undo_until: isUndoable(row) ? (row.undoUntil?.toISOString() ?? null) : null,
  error,
});
