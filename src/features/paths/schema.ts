import { type Static, Type } from '@sinclair/typebox';
import { PATH_DIRECTIONS, type PathLink, type Paths, type PathsQuery } from '../../core/hits/paths.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { model, nullable, oneOf, repeated, Timestamp } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { filterEcho, filterQuery, presentFilters } from '../../reports/filters.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { importedField } from '../../reports/imported.ts';
import { allTimeQuery, type Period, periodFields, periodQuery, presentPeriod } from '../../reports/period.ts';
import { propertyEcho } from '../../reports/property-filters.ts';
import { FORMATS } from '../../reports/query.ts';

export const DEFAULTS = { steps: 3, pagesPerStep: 10, direction: 'after' } as const;
const MAX_STEPS = 8;
const MAX_PAGES = 50;

const count = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description }));

export const PathsQueryParams = Type.Object({
  ...filterQuery(JOURNEY_FILTERS),
  start_path: Type.Optional(
    line({
      isRequired: true,
      maxLength: MAX_LENGTH.path,
      description: 'page before the first step, at its first view in a visit',
    }),
  ),
  start_event: Type.Optional(
    line({
      isRequired: true,
      maxLength: MAX_LENGTH.event,
      description:
        'the same of an event; without either: the first step is a visit’s first page, or its last (`before`)',
    }),
  ),
  direction: Type.Optional(oneOf(PATH_DIRECTIONS, { description: '`after` when left out' })),
  steps: count(MAX_STEPS, `${DEFAULTS.steps} when left out`),
  pages_per_step: count(
    MAX_PAGES,
    `pages of a step by name, the commonest; the others are summed up. ${DEFAULTS.pagesPerStep} when left out`,
  ),
  via: Type.Optional(
    repeated(Type.String({ maxLength: MAX_LENGTH.path }), {
      description: 'only visits through this page at the first step, repeated: at the next',
    }),
  ),
  format: Type.Optional(oneOf(FORMATS, { description: '`csv`: every link as a file' })),
  ...periodQuery,
  ...allTimeQuery,
});
export type PathsParams = Static<typeof PathsQueryParams>;

const share = Type.Number({ description: 'of `visits`, in percent with one decimal' });
const Part = Type.Object({ visits: Type.Integer(), share });
const Node = (kinds: readonly string[]) =>
  Type.Object({ kind: oneOf(kinds), path: nullable(Type.String(), { description: 'of a `page`' }) });

export const PathsAnswer = model(
  'Paths',
  {
    visits: Type.Integer({ description: 'visits with the start that went through `via`' }),
    steps: Type.Array(
      Type.Object({
        pages: Type.Array(Type.Object({ path: Type.String(), visits: Type.Integer(), share }), {
          description: 'most visits first; a page that is viewed again at once counts once',
        }),
        other: Type.Object({ ...Part.properties }, { description: 'all pages without a name here' }),
        ended: Type.Object(
          { ...Part.properties },
          { description: 'visits that had a page at the step before, and none here' },
        ),
      }),
    ),
    links: Type.Array(
      Type.Object({
        step: Type.Integer({ description: 'from 1: that of `to`' }),
        from: Node(['start', 'page', 'other']),
        to: Node(['page', 'other', 'end']),
        visits: Type.Integer(),
      }),
      { description: 'by step, most visits first' },
    ),
    counted_from: nullable(Timestamp, {
      description:
        'null: the whole period; otherwise it has too many hits, and what came before was left out',
    }),
    ...importedField,
    filters: Type.Object(
      {
        ...periodFields,
        ...filterEcho(JOURNEY_FILTERS),
        start_path: nullable(Type.String()),
        start_event: nullable(Type.String()),
        direction: oneOf(PATH_DIRECTIONS),
        via: Type.Array(Type.String()),
      },
      propertyEcho,
    ),
  },
  {
    visits: 40,
    steps: [
      {
        pages: [{ path: '/signup', visits: 30, share: 75 }],
        other: { visits: 2, share: 5 },
        ended: { visits: 8, share: 20 },
      },
    ],
    links: [
      {
        step: 1,
        from: { kind: 'start', path: null },
        to: { kind: 'page', path: '/signup' },
        visits: 30,
      },
    ],
    counted_from: null,
    filters: {
      start_date: '2026-02-08',
      end_date: '2026-03-10',
      time_zone: 'utc',
      zone: 'UTC',
      ...presentFilters(JOURNEY_FILTERS, {}),
      start_path: '/pricing',
      start_event: null,
      direction: 'after',
      via: [],
    },
  },
);

export const presentLink = ({ step, from, to, visits }: PathLink) => ({
  step,
  from: from ?? { kind: 'start', path: null },
  to,
  visits,
});

export function presentPaths(
  paths: Paths,
  { asked, period, query }: { readonly asked: PathsQuery; readonly period: Period; readonly query: object },
) {
  const { visits, links, since } = paths;
  const toPart = (counted: number) => ({
    visits: counted,
    share: visits === 0 ? 0 : Math.round((counted / visits) * 1000) / 10,
  });
  const steps = Array.from({ length: asked.steps }, (_, index) => {
    const here = links.filter(({ step }) => step === index + 1);
    const sumOf = (kind: string) =>
      here.filter(({ to }) => to.kind === kind).reduce((sum, link) => sum + link.visits, 0);
    const byPath = Map.groupBy(
      here.filter(({ to }) => to.kind === 'page'),
      ({ to }) => to.path ?? '',
    );
    const pages = [...byPath].map(([path, group]) => ({
      path,
      ...toPart(group.reduce((sum, link) => sum + link.visits, 0)),
    }));
    return {
      pages: pages.sort((a, b) => b.visits - a.visits),
      other: toPart(sumOf('other')),
      ended: toPart(sumOf('end')),
    };
  });
  const { start } = asked;
  return {
    visits,
    steps,
    links: links.map(presentLink),
    counted_from: +since > +period.span.start ? since.toISOString() : null,
    filters: {
      ...presentPeriod(period),
      ...presentFilters(JOURNEY_FILTERS, query),
      start_path: start && 'path' in start ? start.path : null,
      start_event: start && 'event' in start ? start.event : null,
      direction: asked.direction,
      via: [...asked.via],
    },
  };
}
