/**
 * Google Analytics 4: CSV files of explorations, whose first lines are remarks (`# …`), and answers of the Data API (`runReport`, `batchRunReports`) in
 * JSON, one or several behind one another; and the CSV of reports, whose days are numbered from the remark `# Start date` on. A report has the dimension date and at most another one. Source: the names of dimensions
 * and metrics in the Data API's schema and, for CSV, as the English interface writes them.
 */
import { CommandError } from '../../../core/errors.ts';
import { GIVEN_VALUE } from '../../../core/hits/import.ts';
import type { ImportedDay } from '../../../core/hits/imported-days.ts';
import { addDays, isDay } from '../../../lib/time.ts';
import type { InputEntry } from '../input/input.ts';
import { forEachJson, type JsonObject } from '../input/json.ts';
import type { Sample } from '../input/sample.ts';
import { forEachCsvRecord } from '../input/text.ts';
import { toDevice, toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { findCountryByName, toCountryValue } from './countries.ts';
import { type DayTable, type DayVocabulary, findDayTable, isDayTable, isKnownColumn } from './day-table.ts';
import { toEventName } from './event-name.ts';
import type { DayReader, DayTarget } from './reader.ts';

/** What it writes where there is no value. */
const NOTHING = /^\((direct|none|not set|not provided|data not available)\)$|^$/;
const plain = (text: string): string | null => (NOTHING.test(text) ? null : text);

const VOCABULARY: DayVocabulary = {
  day: ['date'],
  dimensions: {
    pagepath: ['path', plain],
    pagepathandscreenclass: ['path', plain],
    unifiedpagepathscreen: ['path', plain],
    landingpage: ['entry_page', plain],
    country: ['country', findCountryByName],
    countryid: ['country', toCountryValue],
    browser: ['browser_name', toOwnBrowserName],
    operatingsystem: ['platform_name', toOwnPlatformName],
    devicecategory: ['device', toDevice],
    source: ['source', plain],
    sessionsource: ['source', plain],
    medium: ['medium', plain],
    sessionmedium: ['medium', plain],
    campaign: ['campaign', plain],
    campaignname: ['campaign', plain],
    sessioncampaign: ['campaign', plain],
    sessioncampaignname: ['campaign', plain],
    eventname: ['event', text => toEventName(text, 'ga4')],
  },
  measures: [
    ['views', 'views'],
    ['screenpageviews', 'views'],
    ['totalusers', 'visitors'],
    ['activeusers', 'visitors'],
    ['users', 'visitors'],
    ['sessions', 'visits'],
    ['eventcount', 'events'],
  ],
  // Metrics that days have no place for; an unknown column may be a dimension.
  ignored:
    /^(newusers|returningusers|engagedsessions|engagementrate|bouncerate|averagesessionduration|averageengagementtime.*|userengagementduration|userengagement|sessionsperuser|viewsper.*|screenpageviewsper.*|eventcountper.*|eventspersession|keyevents|conversions|totalrevenue|scrolledusers)$/,
};

const NUMBERED = 'nthday';

/** Events that it sends itself: page views, which totals have, and the beginnings of visits. */
const AUTOMATIC = new Set(['page_view', 'session_start', 'first_visit', 'user_engagement']);

/** Events are counted in reports by name alone: in others they are page views, scrolls and everything together. */
const withoutEvents = ({ events: _, ...day }: ImportedDay): ImportedDay => day;

/** Returns the function that adds a row, unless the row is not of a day or is an automatic event. */
const createAdd =
  (target: DayTarget, table: DayTable) =>
  (line: number, field: (column: string) => string): void => {
    const [{ column, dimension } = {}] = table.groupings;
    if (field(table.day).trim() === '')
      target.leaveOut('rows without a date', 'they are sums of the whole period');
    else if (column !== undefined && dimension === 'event' && AUTOMATIC.has(field(column)))
      target.leaveOut('automatic events', 'Google Analytics sends them itself');
    else {
      const days = table.read(field);
      target.days(line, dimension === 'event' ? days : days.map(withoutEvents));
    }
  };

const REMARK = /^#/;
const START = /^#\s*Start date:\s*(\d{4})(\d{2})(\d{2})\s*$/i;
const NTH_DAY = /^nth ?day$/i;
const NUMBER = /^\d{1,5}$/;

/** Returns the first day of a report whose days are numbered; undefined for others. */
function findStart({ lines }: Sample, columns: readonly string[]): string | undefined {
  if (!columns.some(name => NTH_DAY.test(name))) return undefined;
  const [, ...parts] = lines.map(line => START.exec(line)).find(found => found !== null) ?? [];
  const day = parts.join('-');
  return isDay(day) ? day : undefined;
}

/** Reads the first table of a report whose days are numbered; those behind it are of the whole period. */
async function readNumbered(
  entry: InputEntry,
  target: DayTarget,
  { columns, start }: { readonly columns: readonly string[]; readonly start: string },
): Promise<void> {
  const number = columns.find(name => NTH_DAY.test(name)) ?? '';
  const table = findDayTable(entry.name, columns, { ...VOCABULARY, day: [NUMBERED] });
  const add = createAdd(target, table);
  await forEachCsvRecord(entry, target, {
    needs: [number.toLowerCase()],
    skips: REMARK,
    end: {
      at: REMARK,
      leaveOut: text => {
        if (!REMARK.test(text)) target.leaveOut('rows of other tables', 'they are sums of the whole period');
      },
    },
    read(record, line) {
      const text = record(number.toLowerCase()).trim();
      if (!NUMBER.test(text)) target.bad(line, `the day has no number${GIVEN_VALUE}${text.slice(0, 40)}"`);
      else
        add(line, column =>
          column === table.day ? addDays(start, Number(text)) : record(column.toLowerCase()),
        );
    },
  });
}

/** Returns the columns of a CSV file: its first line that is no remark. */
const findColumns = ({ lines }: Sample): readonly string[] =>
  (lines.find(line => !REMARK.test(line)) ?? '').split(',').map(name => name.trim().replaceAll('"', ''));

const isAnswer = ({ text }: Sample): boolean => /^\s*[[{]/.test(text) && /"metricHeaders"\s*:/.test(text);

/** A list of objects of an answer. */
const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'object' && each !== null) : [];

const textsOf = (value: unknown, name: string): readonly string[] =>
  listOf(value).map(each => (typeof each[name] === 'string' ? each[name] : ''));

/** Adds the rows of one report; metrics that are not known are left out. */
function addReport(
  report: JsonObject,
  { entry, target, line }: { readonly entry: InputEntry; readonly target: DayTarget; readonly line: number },
): void {
  const dimensions = textsOf(report['dimensionHeaders'], 'name');
  const metrics = textsOf(report['metricHeaders'], 'name');
  const columns = [...dimensions, ...metrics];
  if (columns.length === 0) throw new CommandError(`${entry.name} is not a response of the Data API`);
  const rows = listOf(report['rows']);
  const unknown = metrics.filter(name => !isKnownColumn(name, VOCABULARY));
  for (const name of unknown)
    target.leaveOut(`the metric ${name.slice(0, 100)}`, 'sums by day have no place for it', 0);
  const known = columns.filter(name => !unknown.includes(name));
  const add = createAdd(target, findDayTable(entry.name, known, VOCABULARY));
  for (const row of rows) {
    const values = [...textsOf(row['dimensionValues'], 'value'), ...textsOf(row['metricValues'], 'value')];
    if (values.length === columns.length) add(line, column => values[columns.indexOf(column)] ?? '');
    else target.bad(line, 'a row has another number of values than of headers');
  }
}

export const ga4: DayReader = {
  kind: 'days',
  recognises: sample => {
    if (isAnswer(sample)) return true;
    const columns = findColumns(sample);
    return REMARK.test(sample.lines[0] ?? '') && columns.length > 1
      ? VOCABULARY.measures.some(([name]) =>
          isDayTable(['date', ...columns], { ...VOCABULARY, measures: [[name, 'views']] }),
        )
      : isDayTable(columns, VOCABULARY) &&
          columns.some(name =>
            /^(active users|total users|screenPageViews|activeUsers|totalUsers)$/i.test(name),
          );
  },
  async read(entry, target, { sample }) {
    if (!isAnswer(sample)) {
      const columns = findColumns(sample);
      const start = findStart(sample, columns);
      if (start !== undefined) return readNumbered(entry, target, { columns, start });
      const table = findDayTable(entry.name, columns, VOCABULARY);
      const add = createAdd(target, table);
      await forEachCsvRecord(entry, target, {
        needs: [table.day.toLowerCase()],
        skips: REMARK,
        read: (record, line) => add(line, column => record(column.toLowerCase())),
      });
      return;
    }
    await forEachJson(entry, target, {
      read(answer, line) {
        const reports = Array.isArray(answer['reports']) ? listOf(answer['reports']) : [answer];
        for (const report of reports) addReport(report, { entry, target, line });
      },
    });
  },
};
