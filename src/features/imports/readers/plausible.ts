/**
 * Plausible's CSV export (Site settings → Imports & Exports): a zip archive with a file for each of its tables of imported
 * days, `imported_visitors_20240101_20241231.csv` and so on, or single ones of them. Source: `Plausible.Exports` and
 * `Plausible.Imported.CSVImporter` of plausible/analytics. Version 2.1 of the Community Edition wrote fewer columns (no page
 * views of sources, entry pages and devices); later ones add referrers, custom events and custom properties.
 */
import type { ImportedDimension, ImportedMeasure } from '../../../core/hits/imported-days.ts';
import { bareHost } from '../../../lib/url.ts';
import type { Sample } from '../input/sample.ts';
import { type CsvRecord, forEachCsvRecord } from '../input/text.ts';
import { toDevice, toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryValue } from './countries.ts';
import { readCounts } from './counts.ts';
import { toEventName } from './event-name.ts';
import type { DayReader } from './reader.ts';

/** What a table has. */
interface Table {
  /** Columns by which it is recognised, beside `date`. */
  readonly columns: readonly string[];
  /** What its rows are counted by; rows of a table without any are left out. */
  readonly dimensions: readonly (readonly [
    dimension: ImportedDimension,
    toValue: (record: CsvRecord) => string | null,
  ])[];
  /** Columns that days have no place for, and what rows with values in them are said to lack. */
  readonly leavesOut?: { readonly columns: readonly string[]; readonly what: string };
  /** Columns of measures that have other names there than in most tables. */
  readonly measures?: Readonly<Partial<Record<ImportedMeasure, string>>>;
}

const MEASURES: Readonly<Partial<Record<ImportedMeasure, string>>> = {
  visitors: 'visitors',
  visits: 'visits',
  views: 'pageviews',
  bounces: 'bounces',
  duration_seconds: 'visit_duration',
};

const column =
  (name: string) =>
  (record: CsvRecord): string | null =>
    record(name) || null;

/** Referrers have no scheme: `www.news.example/a`. */
const toReferrerHost = (record: CsvRecord): string | null =>
  bareHost(record('referrer').toLowerCase().split(/[/?#]/)[0] ?? '') || null;

/** The more particular ones first: every other table of visits has the columns of `imported_visitors`. */
const TABLES: readonly Table[] = [
  {
    columns: ['page', 'visitors', 'pageviews'],
    dimensions: [['path', column('page')]],
    // Its exits and time on page are those of pages, not of visits.
    measures: { visitors: 'visitors', visits: 'visits', views: 'pageviews' },
  },
  {
    columns: ['source', 'utm_medium', 'utm_campaign', 'visitors', 'visits'],
    dimensions: [
      ['source', column('source')],
      ['medium', column('utm_medium')],
      ['campaign', column('utm_campaign')],
      ['term', column('utm_term')],
      ['content', column('utm_content')],
      ['referrer_host', toReferrerHost],
    ],
  },
  {
    columns: ['entry_page', 'visitors', 'entrances'],
    dimensions: [['entry_page', column('entry_page')]],
    measures: { ...MEASURES, visits: 'entrances' },
  },
  {
    columns: ['exit_page', 'visitors', 'exits'],
    dimensions: [['exit_page', column('exit_page')]],
    measures: { ...MEASURES, visits: 'exits' },
  },
  {
    columns: ['country', 'region', 'city', 'visitors'],
    dimensions: [['country', record => toCountryValue(record('country'))]],
    leavesOut: { columns: ['region', 'city'], what: 'regions and cities' },
  },
  {
    columns: ['device', 'visitors', 'visits', 'visit_duration'],
    dimensions: [['device', record => toDevice(record('device'))]],
  },
  {
    columns: ['browser', 'visitors', 'visits', 'visit_duration'],
    dimensions: [['browser_name', record => toOwnBrowserName(record('browser'))]],
    leavesOut: { columns: ['browser_version'], what: 'versions of browsers' },
  },
  {
    columns: ['operating_system', 'visitors', 'visits', 'visit_duration'],
    dimensions: [['platform_name', record => toOwnPlatformName(record('operating_system'))]],
    leavesOut: { columns: ['operating_system_version'], what: 'versions of operating systems' },
  },
  {
    columns: ['name', 'link_url', 'visitors', 'events'],
    dimensions: [['event', record => toEventName(record('name'), 'plausible')]],
    measures: { visitors: 'visitors', events: 'events' },
  },
  { columns: ['property', 'value', 'visitors', 'events'], dimensions: [] },
  {
    columns: ['visitors', 'pageviews', 'bounces', 'visits', 'visit_duration'],
    dimensions: [['total', () => null]],
  },
];

const NO_PLACE = 'sums by day have no place for them';
/** Sent by Plausible's own script while a page is read; it counts no action of a visitor. */
const ENGAGEMENT = 'engagement';

const findTable = ({ header }: Sample): Table | undefined => {
  const names = new Set(header.columns);
  return names.has('date') ? TABLES.find(table => table.columns.every(name => names.has(name))) : undefined;
};

export const plausible: DayReader = {
  kind: 'days',
  recognises: sample => findTable(sample) !== undefined,
  async read(entry, target, { sample }) {
    const table = findTable(sample);
    if (!table) return;
    const { dimensions, measures = MEASURES, leavesOut } = table;
    // A table without the column of a dimension, in an earlier version, does not know it.
    const known = dimensions.filter(
      ([dimension]) => dimension !== 'referrer_host' || sample.header.columns.includes('referrer'),
    );
    const read = (record: CsvRecord, line: number): void => {
      if (dimensions.length === 0) {
        target.leaveOut('custom properties', NO_PLACE);
        return;
      }
      if (leavesOut?.columns.some(name => record(name) !== '')) target.leaveOut(leavesOut.what, NO_PLACE, 0);
      if (record('name') === ENGAGEMENT) {
        target.leaveOut('engagement events', 'Plausible sends them itself and shows them nowhere');
        return;
      }
      const counts = readCounts(record, measures);
      const day = record('date');
      target.days(
        line,
        known.map(([dimension, toValue]) => ({ ...counts, day, dimension, value: toValue(record) })),
      );
    };
    await forEachCsvRecord(entry, target, { needs: ['date', ...table.columns], read });
  },
};
