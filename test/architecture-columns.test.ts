/** A stored column, or a dimension, is one row of a table: what can be derived from it is listed nowhere else. */
import { expect, test } from 'bun:test';
import { DIMENSION_SECTIONS } from '../src/core/dimension-sections.ts';
import { AGENT_VISIT_FILTERS } from '../src/features/agent-visits/schema.ts';
import { KUDO_FILTERS } from '../src/features/kudos/schema.ts';
import { EVENT_FILTERS, EVENT_VISIT_FILTERS, HIT_FILTERS } from '../src/reports/hit-filters.ts';
import { ANY_PROPERTY } from '../src/reports/property-filters.ts';
import { DIMENSIONS } from '../src/web/dimensions.ts';
import { FILTERS } from '../src/web/filter-names.ts';
import { filesOf, readText } from './support/source-tree.ts';

test('a stored column is named only where it differs from others', async () => {
  const naming: string[] = [];
  // A reader says which of our columns those of a foreign file are.
  for (const path of filesOf('src/**/*.{ts,tsx}'))
    if (!path.startsWith('src/features/imports/readers/') && /\bplatform_?name\b/i.test(await readText(path)))
      naming.push(path);
  expect(naming.sort()).toEqual([
    'src/cli/import.ts', // the help of imports
    'src/core/dimension-sections.ts',
    'src/core/hits/bot-signs.ts', // systems whose screens are known
    'src/core/hits/columns.ts',
    'src/core/hits/import.ts', // derived from the user agent
    'src/features/demo/foreign/visits.ts', // what writers of foreign files know
    'src/ingest/user-agent.ts',
    'src/reports/hit-filters.ts', // its place in the echo
    'src/stores/duckdb/aggregates/table.ts', // what hits and visits are summed up by
    'src/stores/duckdb/import/derive.ts',
    'src/stores/duckdb/import/rules.ts',
    'src/web/dimensions.ts',
    'src/web/filter-names.ts',
    'src/web/pages/explore/live-entry.tsx', // browser and platform as one text
  ]);
});

test('each filter has a section, or is expressly in none', () => {
  const filters = { ...HIT_FILTERS, ...EVENT_FILTERS, ...EVENT_VISIT_FILTERS, ...AGENT_VISIT_FILTERS };
  const names = Object.keys({ ...filters, ...KUDO_FILTERS }).filter(name => name !== ANY_PROPERTY);
  expect(Object.keys(DIMENSION_SECTIONS).sort()).toEqual(names.sort());
});

test('the dashboard has a dimension for each filter of hits, and no other', () => {
  // Properties have a panel of their own: their names are the owner's.
  const own = Object.keys(HIT_FILTERS).filter(name => name !== ANY_PROPERTY);
  expect(FILTERS.map(String).sort()).toEqual(own.sort());
});

test.each(FILTERS)('the dashboard filters by %s as the API does', name => {
  const { endpoints = [], isNullable = false, isPartial = false } = DIMENSIONS[name];
  const filters = {
    events: { ...EVENT_FILTERS, ...EVENT_VISIT_FILTERS },
    agent_visits: AGENT_VISIT_FILTERS,
    kudos: KUDO_FILTERS,
  };
  const supporting = Object.entries(filters).flatMap(([endpoint, rules]) =>
    name in rules ? [endpoint] : [],
  );
  expect(supporting).toEqual(['events', ...endpoints]);
  expect(HIT_FILTERS[name]).toMatchObject({ isNullable, compares: isPartial ? 'part' : 'exact' });
});

/** Names that other things have, too. */
const COMMON_NAMES =
  'path referrer hostname channel source country device event term content region city language screen network';

test('the dashboard has no second list of dimensions', async () => {
  const names = FILTERS.filter(name => !COMMON_NAMES.split(' ').includes(name));
  const lists: string[] = [];
  for (const path of filesOf('src/web/**/*.{ts,tsx}')) {
    const words = new Set((await readText(path)).match(/\w+/g));
    if (names.filter(name => words.has(name)).length > 3) lists.push(path);
  }
  // The second has the keys of the first, without its texts; types hold them equal.
  expect(lists.sort()).toEqual(['src/web/dimensions.ts', 'src/web/filter-names.ts']);
});
