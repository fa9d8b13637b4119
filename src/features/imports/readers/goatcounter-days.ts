/**
 * GoatCounter's JSON export, which it has beside the CSV export since after version 2.7: a zip archive of tables, one object a
 * line, in version 1 of its own. Source: arp242/goatcounter, exportjson.go and tpl/help/export-json.md. It counts a page once for each
 * session (`FirstVisit`), so that views of pages are those of their visitors.
 */
import { CommandError } from '../../../core/errors.ts';
import type { ImportedDay } from '../../../core/hits/imported-days.ts';
import { findOwn } from '../../../lib/find-own.ts';
import { bareHost } from '../../../lib/url.ts';
import { fieldOf, forEachJson } from '../input/json.ts';
import type { Sample } from '../input/sample.ts';
import type { CsvRecord } from '../input/text.ts';
import { toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryValue } from './countries.ts';
import { toCount } from './counts.ts';
import { toDay } from './day-table.ts';
import { toPathEventName } from './goatcounter.ts';
import type { DayReader } from './reader.ts';

/** A path that is counted: a page, or an event. */
interface CountedPath {
  readonly path: string;
  readonly isEvent: boolean;
}

/** What the tables of names say, by id. */
interface Names {
  readonly paths: Map<string, CountedPath>;
  readonly refs: Map<string, Pick<ImportedDay, 'value'> & { readonly isHost: boolean }>;
  readonly browsers: Map<string, string | null>;
  readonly systems: Map<string, string | null>;
}

type Sums = readonly Pick<ImportedDay, 'dimension' | 'value'>[];

/** A table of the archive: the properties by which it is recognised, and what its rows are. */
interface Table {
  readonly has: readonly string[];
  /** Notes a row to which others refer. */
  readonly note?: (field: CsvRecord, names: Names) => void;
  /** Returns what a row counts of a page. */
  readonly count?: (field: CsvRecord, names: Names, page: string) => Sums;
}

const NOTHING = (): void => {};
const browsers = (field: CsvRecord): string | null => toOwnBrowserName(field('name'));

function toReferrer(field: CsvRecord): Names['refs'] extends Map<string, infer Value> ? Value : never {
  const ref = field('ref');
  // `h` is an address without its scheme, `g` a name that GoatCounter gave, `c` a campaign.
  const isHost = field('ref_scheme') === 'h';
  return { isHost, value: (isHost ? bareHost(ref.split('/', 1)[0]?.toLowerCase() ?? '') : ref) || null };
}

/** Tables by the names of their files. */
const TABLES: Readonly<Record<string, Table>> = {
  'info.json': { has: ['export_version'], note: checkVersion },
  'paths.jsonl': {
    has: ['id', 'path'],
    note: (field, { paths }) =>
      paths.set(field('id'), { path: field('path'), isEvent: /^(true|1)$/.test(field('event')) }),
  },
  'refs.jsonl': { has: ['id', 'ref'], note: (field, { refs }) => refs.set(field('id'), toReferrer(field)) },
  'browsers.jsonl': {
    has: ['id', 'name'],
    note: (field, names) => names.browsers.set(field('id'), browsers(field)),
  },
  'systems.jsonl': {
    has: ['id', 'name'],
    note: (field, { systems }) => systems.set(field('id'), toOwnPlatformName(field('name'))),
  },
  'locations.jsonl': { has: ['country'], note: NOTHING },
  'languages.jsonl': { has: ['iso_639_3'], note: NOTHING },
  'hit_stats.jsonl': {
    has: ['hour', 'path_id', 'ref_id', 'count'],
    count(field, { refs }, page) {
      const { value = null, isHost = false } = refs.get(field('ref_id')) ?? {};
      return [
        { dimension: 'total', value: null },
        { dimension: 'path', value: page },
        { dimension: 'referrer_host', value: isHost ? value : null },
        { dimension: 'source', value: isHost ? null : value },
      ];
    },
  },
  'browser_stats.jsonl': {
    has: ['day', 'path_id', 'browser_id', 'count'],
    count: (field, names) => [
      { dimension: 'browser_name', value: names.browsers.get(field('browser_id')) ?? null },
    ],
  },
  'system_stats.jsonl': {
    has: ['day', 'path_id', 'system_id', 'count'],
    count: (field, { systems }) => [
      { dimension: 'platform_name', value: systems.get(field('system_id')) ?? null },
    ],
  },
  'location_stats.jsonl': {
    has: ['day', 'path_id', 'location', 'count'],
    count: field => [{ dimension: 'country', value: toCountryValue(field('location')) }],
  },
  'language_stats.jsonl': { has: ['day', 'language', 'count'] },
  'size_stats.jsonl': { has: ['day', 'width', 'count'] },
};

const HITS = 'hit_stats.jsonl';

function checkVersion(field: CsvRecord): void {
  const version = field('export_version');
  if (!version.startsWith('1.'))
    throw new CommandError(
      `the export of GoatCounter is of version ${version.slice(0, 20)}: only 1 can be read`,
    );
}

const findTable = ({ name, json }: Sample): Table | undefined => {
  const table = findOwn(TABLES, name);
  return json && table?.has.every(property => property in json) ? table : undefined;
};

const NAMES = 'goatcounter';

const namesOf = (memory: Map<string, unknown>): Names => {
  const known = memory.get(NAMES) as Names | undefined;
  if (known) return known;
  const names: Names = { paths: new Map(), refs: new Map(), browsers: new Map(), systems: new Map() };
  memory.set(NAMES, names);
  return names;
};

/** Returns what a row counts: of an event only how often it came. */
function toDays(field: CsvRecord, table: Table, names: Names): ImportedDay[] | undefined {
  const counted = names.paths.get(field('path_id'));
  if (!counted) return undefined;
  const day = toDay(field('hour') || field('day'));
  const count = toCount(field('count')) ?? Number.NaN;
  if (counted.isEvent)
    return table === TABLES[HITS]
      ? [{ day, dimension: 'event', value: toPathEventName(counted.path), events: count, visitors: count }]
      : [];
  return (table.count?.(field, names, counted.path) ?? []).map(sum => ({
    ...sum,
    day,
    views: count,
    ...(sum.dimension === 'path' ? { visitors: count } : {}),
  }));
}

export const goatcounterDays: DayReader = {
  kind: 'days',
  recognises: sample => findTable(sample) !== undefined,
  isReference: sample => findTable(sample)?.note !== undefined,
  async read(entry, target, { sample, memory }) {
    const table = findTable(sample);
    if (!table) return;
    const names = namesOf(memory);
    if (!table.note && names.paths.size === 0)
      throw new CommandError(
        `${entry.name} refers to paths.jsonl: import the zip archive as GoatCounter wrote it`,
      );
    await forEachJson(entry, target, {
      read(row, line) {
        const field = fieldOf(row);
        if (table.note) table.note(field, names);
        else if (!table.count)
          target.leaveOut('languages and screen sizes', 'sums by day have no place for them');
        else {
          const days = toDays(field, table, names);
          if (days === undefined) target.bad(line, 'names a path that is not in paths.jsonl');
          else target.days(line, days);
        }
      },
    });
  },
};
