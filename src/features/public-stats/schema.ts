import { type Static, type TObject, Type } from '@sinclair/typebox';
import { PUBLIC_PERIODS, PUBLIC_SECTIONS, type PublicSection } from '../../core/public-page.ts';
import { Day, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { type Imported, importedProperties, presentImported, WHEN_IMPORTED } from '../../reports/imported.ts';

export const PublicStatsQuery = Type.Object({
  period: Type.Optional(
    oneOf(PUBLIC_PERIODS, {
      description:
        'so many days of the site, the last of which is today; `12m` is 365 of them; `30d` when left out',
    }),
  ),
});

/** Rows of a list at most. */
export const MAX_ROWS = 10;

const Count = Type.Integer({ minimum: 0 });

const VisitorCounts = { hit_count: Count, unique_visitors: Count };

/** A list of what visits began with. */
const visitorRows = (keyName: string, description: string) =>
  Type.Optional(
    Type.Array(Type.Object({ [keyName]: Type.String(), ...VisitorCounts }), {
      maxItems: MAX_ROWS,
      description,
    }),
  );

const rows = (keyName: string, countName: string, description: string) =>
  Type.Optional(
    Type.Array(Type.Object({ [keyName]: Type.String(), [countName]: Count }), {
      maxItems: MAX_ROWS,
      description,
    }),
  );

/** Schema of the answer; `uptimeDay` is the schema of a day of uptime. */
export const publicStatsModel = (uptimeDay: TObject) =>
  model(
    'PublicStats',
    {
      site: Type.Object({ uid: Type.String(), label: Type.String(), url: Type.String() }),
      name: Type.Optional(Type.String({ description: 'of the shared link; absent for the public page' })),
      period: Type.Object({
        name: oneOf(PUBLIC_PERIODS),
        start_date: Day,
        end_date: { ...Day, description: 'included' },
        zone: Type.String({ description: 'the time zone of the site' }),
      }),
      sections: Type.Array(oneOf(PUBLIC_SECTIONS), {
        description: 'what the owner shows; fields of other sections are absent',
      }),
      figures: Type.Object({
        hits: Type.Optional({ ...Count, description: 'section `visitors`' }),
        visitors: Type.Optional({ ...Count, description: 'section `visitors`' }),
        visits: Type.Optional({ ...Count, description: 'section `visitors`' }),
        kudos: Type.Optional({ ...Count, description: 'section `kudos`' }),
        engaged_seconds: Type.Optional(
          nullable(Type.Number({ minimum: 0 }), {
            description: 'section `engagement`: median time on a page; null where none was captured',
          }),
        ),
        scroll_depth: Type.Optional(
          nullable(Type.Number({ minimum: 0, maximum: 100 }), {
            description: 'section `engagement`: median, in percent of the height of a page',
          }),
        ),
      }),
      series: Type.Optional(
        Type.Array(Type.Object({ date: Day, hits: Count, visitors: Count, visits: Count }), {
          description: 'section `visitors`: every day of the period',
        }),
      ),
      pages: rows('path', 'views', 'most first; without paths that are ignored now'),
      channels: visitorRows('channel', 'how visits came, such as `Organic Search`'),
      referrers: visitorRows(
        'referrer_host',
        'hosts that visits began at, as the next four; most visitors first, or most hits where no hit has a visitor; without hosts that are ignored, or spam, now',
      ),
      sources: visitorRows('source', 'without visits that have none'),
      countries: visitorRows('country', 'two capitals; without those of unknown origin'),
      regions: visitorRows('region', 'those of fewer than 5 visitors are one, `other`'),
      cities: visitorRows('city', 'those of fewer than 5 visitors are one, `other`'),
      languages: visitorRows('language', 'a tag such as `de` or `pt-BR`'),
      browsers: visitorRows('browser_name', 'without unknown ones'),
      devices: visitorRows('device', '`mobile`, `desktop` or `unknown`'),
      screens: visitorRows('screen', '`phone`, `tablet`, `laptop`, `desktop` or `wide`'),
      events: rows('event', 'event_count', 'names of events, most first, as the next two'),
      properties: Type.Optional(
        Type.Array(
          Type.Object({
            name: Type.String(),
            kind: oneOf(['hits', 'events'] as const, { description: 'what `count` counts' }),
            values: Type.Array(Type.Object({ value: Type.String(), count: Count, unique_visitors: Count }), {
              maxItems: MAX_ROWS,
              description: 'those of 5 visitors or more, most first',
            }),
          }),
          { description: 'those that the owner has named' },
        ),
      ),
      revenue: Type.Optional(
        Type.Array(Type.Object({ amount: Type.Number(), currency: Type.String() }), {
          description: 'of events, each currency by itself',
        }),
      ),
      goals: Type.Optional(
        Type.Array(
          Type.Object({
            name: Type.String(),
            conversions: Count,
            visitors: Count,
            conversion_rate: nullable(Type.Number(), {
              description: 'share of the visitors who did, in percent with one decimal; null without any',
            }),
          }),
          { maxItems: MAX_ROWS, description: 'most conversions first' },
        ),
      ),
      funnels: Type.Optional(
        Type.Array(
          Type.Object({
            name: Type.String(),
            steps: Type.Array(
              Type.Object({
                name: nullable(Type.String(), { description: 'null for a step without a name of its own' }),
                visitors: Count,
                share_of_first: nullable(Type.Number(), {
                  description: 'in percent with one decimal; null without any',
                }),
              }),
            ),
          }),
          { description: 'the three oldest' },
        ),
      ),
      kudos: rows('path', 'kudo_count', 'pages by kudos'),
      agents: rows('agent_name', 'visit_count', 'AI agents'),
      uptime: Type.Optional(
        nullable(
          Type.Object({
            uptime: Type.Number({
              minimum: 0,
              maximum: 100,
              description: 'share of the last 30 days, in percent, three decimals',
            }),
            is_down: Type.Boolean(),
            days: Type.Array(uptimeDay, { description: 'the last 90, whatever the period' }),
          }),
          { description: 'null while the site is not monitored' },
        ),
      ),
      imported: Type.Optional(
        Type.Object(
          {
            ...importedProperties,
            left_out: Type.Optional(
              Type.Array(oneOf(PUBLIC_SECTIONS), { description: 'sections that they are not in' }),
            ),
          },
          { description: WHEN_IMPORTED },
        ),
      ),
      updated_at: { ...Timestamp, description: 'the answer is as of then, at most five minutes ago' },
    },
    EXAMPLE,
  );

export type PublicStats = Static<ReturnType<typeof publicStatsModel>>;

/** Presents what the sections have of imported days, in one field; absent without any. */
export function presentImportedSections(
  sections: readonly (readonly [name: PublicSection, imported: Imported | undefined])[],
): Pick<PublicStats, 'imported'> {
  const found = sections.flatMap(([name, imported]) => (imported ? [{ name, imported }] : []));
  const first = (found.find(({ imported }) => imported.included) ?? found[0])?.imported;
  if (!first?.included) return presentImported(first);
  const leftOut = found.filter(({ imported }) => !imported.included).map(({ name }) => name);
  const { imported } = presentImported(first);
  return imported ? { imported: { ...imported, ...(leftOut.length > 0 && { left_out: leftOut }) } } : {};
}

const EXAMPLE = {
  site: { uid: 'k3v9q0x7m2c8b5n1z4a6', label: 'Shop', url: 'https://shop.example' },
  period: { name: 'today', start_date: '2026-03-10', end_date: '2026-03-10', zone: 'Europe/Berlin' },
  sections: ['visitors', 'pages', 'kudos'],
  figures: { hits: 120, visitors: 45, visits: 51, kudos: 7 },
  series: [{ date: '2026-03-10', hits: 120, visitors: 45, visits: 51 }],
  pages: [{ path: '/pricing', views: 61 }],
  kudos: [{ path: '/pricing', kudo_count: 5 }],
  updated_at: '2026-03-10T12:00:00.000Z',
};
