import { type Static, Type } from '@sinclair/typebox';
import { GIVEN_FORMATS, IMPORT_FORMATS, type ImportFormat } from '../../core/import-formats.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { Id, model, nullable, oneOf, Timestamp, timeZoneName } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { toDay } from '../../lib/time.ts';
import { countHits, countRows, type ImportOutcome, toBadRows } from './load.ts';
import type { ImportRow } from './store.ts';
import { IMPORT_KINDS, IMPORT_STATUSES } from './tables.ts';

const Format = oneOf(IMPORT_FORMATS, { description: 'program that the file comes from' });
const Kind = oneOf(IMPORT_KINDS, { description: '`rows`: single visits; `days`: sums by day' });
const Day = nullable(Type.String({ format: 'date', description: 'UTC; null without a good row' }));
const count = (description: string) => Type.Integer({ minimum: 0, description });

const LeftOut = Type.Object({
  what: Type.String(),
  why: Type.String(),
  count: count('number of rows, or of files of an archive'),
});

const BadRows = Type.Array(Type.Object({ line: Type.Integer(), error: Type.String() }), {
  description: 'the first 100',
});

/** Source: decisions, section 8. */
export const Import = model('Import', {
  id: Id,
  format: Format,
  kind: Kind,
  file_name: Type.String(),
  status: oneOf(IMPORT_STATUSES),
  is_followed: Type.Boolean({
    description: 'true: a followed log, whose next lines are added until the import is undone',
  }),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'share that is done' }),
  rows_read: count('imported, skipped and bad ones'),
  rows_imported: count(
    'hits, events and agent visits that were added, rows of sums, or kudos and notes of a folder',
  ),
  rows_skipped: count('those that were already there, and those in `left_out`'),
  rows_bad: count('those that could not be read'),
  bad_rows: BadRows,
  left_out: Type.Array(LeftOut, { description: 'what is not imported, and why' }),
  start_date: Day,
  end_date: Day,
  hits: count('hits that were added; of sums by day, their page views'),
  error: nullable(Type.String({ description: 'why it failed, or waits' })),
  created_at: Timestamp,
  completed_at: nullable(Timestamp),
});

export const ImportAnswer = Type.Object({ import: Import });
export const ImportList = Type.Object({ imports: Type.Array(Import), pagination: Pagination });
export const ListImports = Type.Object({ ...pageQuery({ maximum: 100 }) });

/** Source: decisions, section 8. */
export const Preview = model('ImportPreview', {
  format: Format,
  kind: Kind,
  rows: count('rows that are read'),
  bad_rows: count('rows that cannot be read'),
  start_date: Day,
  end_date: Day,
  hits: count('hits that would be added'),
  first_bad_rows: BadRows,
  left_out: Type.Array(LeftOut),
});
export const PreviewAnswer = Type.Object({ preview: Preview });

export const StartImport = Type.Object({
  format: Type.Optional(oneOf(GIVEN_FORMATS, { description: 'recognised from the content when left out' })),
  file_name: Type.Optional(
    line({ isRequired: true, maxLength: 255, description: 'name of the file, to be shown' }),
  ),
  time_zone: Type.Optional(
    timeZoneName('of times that name no zone, such as `Europe/Berlin`; UTC when left out'),
  ),
  log_format: Type.Optional(
    line({
      isRequired: true,
      maxLength: 1000,
      description: 'the `log_format` of nginx by which an access log is written',
    }),
  ),
  overlap: Type.Optional(
    Type.Boolean({ description: 'true: imported days stay that are not before the first own hit' }),
  ),
  without_hits: Type.Optional(
    Type.Boolean({
      description: 'true: page views of an access log are left out, since a script counts them already',
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'true: nothing is imported, the answer is 200 with a `preview`' }),
  ),
});
export const presentImport = (row: ImportRow, progress: number): Static<typeof Import> => ({
  id: row.id,
  format: row.format,
  kind: row.kind,
  file_name: row.fileName,
  status: row.status,
  is_followed: row.options.isFollowed === true,
  progress,
  rows_read: row.rowsRead,
  rows_imported: row.rowsImported,
  rows_skipped: row.rowsSkipped,
  rows_bad: row.rowsBad,
  bad_rows: [...row.badRows],
  left_out: [...row.leftOut],
  start_date: row.startDate,
  end_date: row.endDate,
  hits: row.hits,
  error: row.error,
  created_at: row.createdAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
});

export const presentPreview = (outcome: ImportOutcome): Static<typeof Preview> => {
  const { read, bad } = countRows(outcome);
  const { report, leftOut } = outcome;
  return {
    format: outcome.format satisfies ImportFormat,
    kind: outcome.kind,
    rows: read,
    bad_rows: bad,
    start_date: report.first && toDay(report.first, 'UTC'),
    end_date: report.last && toDay(report.last, 'UTC'),
    hits: countHits(outcome),
    first_bad_rows: toBadRows(report),
    left_out: [...leftOut],
  };
};
