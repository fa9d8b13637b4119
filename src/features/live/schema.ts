import { type TObject, Type } from '@sinclair/typebox';
import { LIVE_KINDS, type LiveKind } from '../../core/hits/row.ts';
import { model, Timestamp } from '../../http/schema.ts';
import type { LiveFigures } from './figures.ts';
import type { LiveRow } from './rows.ts';

/** Schemas of the rows of each kind, as their own lists have them. */
export type RowSchemas = Readonly<Record<LiveKind, TObject>>;

/** The answer; `rows` are the schemas of the kinds' own lists. */
export const liveAnswer = (rows: RowSchemas) =>
  model('Live', {
    visitors: Type.Integer({ description: 'distinct visitors of the last five minutes' }),
    hits: Type.Integer({ description: 'hits of the last five minutes' }),
    since: Timestamp,
    pages: Type.Array(Type.Object({ path: Type.String(), hits: Type.Integer() }), {
      maxItems: 10,
      description: 'of the last five minutes, commonest first',
    }),
    countries: Type.Array(Type.Object({ country: Type.String(), hits: Type.Integer() }), { maxItems: 10 }),
    recent: Type.Array(
      Type.Union(LIVE_KINDS.map(kind => Type.Object({ type: Type.Literal(kind), ...rows[kind].properties }))),
      { maxItems: 20, description: 'the newest of the last 24 hours, newest first' },
    ),
  });

export const presentLive = (
  { since, visitors, hits, pages, countries }: LiveFigures,
  recent: readonly LiveRow[],
) => ({ visitors, hits, since: since.toISOString(), pages, countries, recent });

export const STREAM_DESCRIPTION = [
  'server-sent events: `live` at the beginning, whenever the figures change (at most once a second) and at least every',
  '15 seconds, with what the JSON answer holds; `hit`, `event`, `agent_visit` and `kudo` for each one stored, with the row',
  '(at most 20 a second, the rest is left out)',
].join(' ');
