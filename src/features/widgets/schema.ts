import { type Static, Type } from '@sinclair/typebox';
import { invalidParameter } from '../../core/errors.ts';
import { model } from '../../http/schema.ts';
import { formatValue } from '../../http/validate.ts';
import type { CountryCount, LifetimeCounts, PublicUptime } from './service.ts';

/** Parts of a widget. */
const COUNTERS = ['hits', 'countries', 'uptime'] as const;
type Counter = (typeof COUNTERS)[number];

export const WidgetQuery = Type.Object({
  show: Type.Optional(
    Type.String({ description: 'Comma-separated: `hits`, `countries`, `uptime`; all of them by default' }),
  ),
});

/** Parses `show`: each part once; all of them when it is missing or empty. Throws 400 for an unknown part. */
export function readCounters(show: string | undefined): ReadonlySet<Counter> {
  const words = new Set((show ?? '').split(',').filter(word => word !== ''));
  if (words.size === 0) return new Set(COUNTERS);
  const counters = new Set(COUNTERS.filter(counter => words.has(counter)));
  if (counters.size < words.size) {
    throw invalidParameter(
      `show must be some of ${COUNTERS.join(', ')}, separated by commas, got ${formatValue(show)}`,
    );
  }
  return counters;
}

// Signs that XML forbids or that have no shape.
const LABEL = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufffe\\uffff]*$';

export const BadgeQuery = Type.Object({
  label: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: LABEL,
      allowed: 'a text without control characters',
      description: 'Left part of the badge; `hits` or `uptime` by default',
    }),
  ),
  color: Type.Optional(
    Type.String({
      pattern: '^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
      allowed: 'a colour of 3 or 6 hexadecimal digits, such as 2da44e',
      description: 'Background of the number; a site that is down is red in any case',
    }),
  ),
});

/** `GET /widgets/:uid.json`: a public site's counts of all time; only the requested fields. */
export const WidgetAnswer = model(
  'Widget',
  {
    hits: Type.Optional(Type.Integer({ minimum: 0 })),
    unique_hits: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Absent while unique-hit tracking is off' }),
    ),
    countries: Type.Optional(
      Type.Array(
        Type.Object({ country: Type.String({ pattern: '^[A-Z]{2}$' }), hits: Type.Integer({ minimum: 1 }) }),
        { maxItems: 10, description: 'Most hits first; without those of unknown origin' },
      ),
    ),
    uptime: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Percentage of the last 30 days; absent while the site is not monitored',
      }),
    ),
    is_down: Type.Optional(Type.Boolean({ description: 'Comes with `uptime`' })),
  },
  {
    hits: 48_211,
    unique_hits: 30_102,
    countries: [{ country: 'DE', hits: 20_311 }],
    uptime: 99.98,
    is_down: false,
  },
);

export const presentCounts = (counts: LifetimeCounts): Static<typeof WidgetAnswer> => ({
  hits: counts.hits,
  ...(counts.uniqueHits === null ? {} : { unique_hits: counts.uniqueHits }),
});

export const presentCountries = (rows: readonly CountryCount[]): Static<typeof WidgetAnswer> => ({
  countries: rows.map(({ country, hits }) => ({ country, hits })),
});

export const presentUptime = ({ uptime, isDown }: PublicUptime): Static<typeof WidgetAnswer> => ({
  uptime,
  is_down: isDown,
});
