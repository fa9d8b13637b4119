import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { UNKNOWN_COUNTRY } from '../../core/country-code.ts';
import type { GroupRow } from '../../core/hits/answers.ts';
import { LIVE_KINDS, type LiveKind } from '../../core/hits/row.ts';
import { model, nullable, Timestamp } from '../../http/schema.ts';
import { HISTORY_MINUTES, type LiveFigures, type LiveHistory, MAX_HISTORY_COUNTRIES } from './figures.ts';
import type { LiveRow } from './rows.ts';

/** Schemas of the rows of each kind, as their own lists have them. */
export type RowSchemas = Readonly<Record<LiveKind, TObject>>;

const rowsOf = (key: Record<string, TSchema>, order: string, maxItems = 10) =>
  Type.Array(Type.Object({ ...key, visitors: Type.Integer(), hits: Type.Integer() }), {
    maxItems,
    description: order,
  });

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
    last_30_minutes: Type.Object({
      visitors: Type.Integer({ description: 'distinct visitors' }),
      hits: Type.Integer(),
      minutes: Type.Array(
        Type.Object({ started_at: Timestamp, visitors: Type.Integer(), hits: Type.Integer() }),
        {
          minItems: HISTORY_MINUTES,
          maxItems: HISTORY_MINUTES,
          description: 'oldest first; the last one is the current minute',
        },
      ),
      pages: rowsOf({ path: Type.String() }, 'by the number of their visitors'),
      referrers: rowsOf(
        { referrer_host: nullable(Type.String(), { description: 'null: none' }) },
        'those that visits began with, by the number of their visitors',
      ),
      countries: rowsOf({ country: Type.String() }, 'by the number of their visitors', MAX_HISTORY_COUNTRIES),
    }),
    recent: Type.Array(
      Type.Union(LIVE_KINDS.map(kind => Type.Object({ type: Type.Literal(kind), ...rows[kind].properties }))),
      { maxItems: 20, description: 'the newest of the last 24 hours, newest first' },
    ),
  });

export const presentLive = (
  { since, visitors, hits, pages, countries, history }: LiveFigures,
  recent: readonly LiveRow[],
) => ({
  visitors,
  hits,
  since: since.toISOString(),
  pages,
  countries,
  last_30_minutes: presentHistory(history),
  recent,
});

const presentCounts = ({ visitors = 0, hits }: GroupRow) => ({ visitors, hits });

const presentHistory = ({ visitors, hits, minutes, pages, referrers, countries }: LiveHistory) => ({
  visitors,
  hits,
  minutes: minutes.map(({ start, ...counts }) => ({ started_at: start.toISOString(), ...counts })),
  pages: pages.map(row => ({ path: row.key ?? '', ...presentCounts(row) })),
  referrers: referrers.map(row => ({ referrer_host: row.key, ...presentCounts(row) })),
  countries: countries.map(row => ({ country: row.key ?? UNKNOWN_COUNTRY, ...presentCounts(row) })),
});

export const STREAM_DESCRIPTION = [
  'server-sent events: `live` at the beginning, whenever the figures change (at most once a second) and at least every',
  '15 seconds, with what the JSON answer holds; `hit`, `event`, `agent_visit` and `kudo` for each one stored, with the row',
  '(at most 20 a second, the rest is left out)',
].join(' ');
