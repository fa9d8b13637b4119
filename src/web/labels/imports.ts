/** Texts of the imports of a site. */
import { pluralize } from '../../lib/english.ts';

export const imports = 'Imports';
export const importTitle = 'Import data';
export const dropHint = 'Drop a file here or';
export const chooseFile = 'Choose a file';
export const chooseOther = 'Choose another file';
export const oneFile = 'Import one file at a time.';
export const emptyFile = 'This file is empty.';
export const tooLarge = 'This file is larger than 4 GB. Split it, or use the command on the server.';
export const fileHint =
  'Up to 4 GB, plain or compressed with zip, gzip or zstd. Nothing changes until you confirm.';
export const accessLog = 'Server log';
/** A file of a tool, such as Umami. */
export const exportOf = (tool: string) => `${tool} export`;
export const accessLogFile = 'Server access log';
export const uploading = (percent: string) => `Uploading: ${percent}`;
export const checking = 'Checking the file…';
export const starting = 'Starting the import…';
export const largeFile = (size: string) =>
  `This file has ${size}. Checking it first uploads it twice. You can also import it right away: every import can be undone.`;
export const checkFirst = 'Check first';
export const importIt = 'Import';
export const importAnyway = 'Import without checking';
export const started = 'Import started. You can leave this page.';
export const visitsKind = 'Contains individual visits. They appear in every report, chart and filter.';
export const daysKind =
  'Contains daily totals. They’re added to charts, totals and lists, without details of individual visits.';
export const nothingNew = 'There are no new pageviews in this file. It may have been imported before.';
export const nothingReadable = 'No row of this file can be read.';
export const firstAndLastDay = 'Period';
export const hitsToAdd = 'Pageviews to add';
export const rowsRead = 'Rows in the file';
export const rowsBad = 'Unreadable rows';
export const leftOutTitle = 'Not imported';
export const badRowsTitle = 'Unreadable rows';
export const badRowsHint = 'They are skipped; everything else is imported.';
export const line = (number: string) => `Line ${number}`;
export const moreBadRows = (count: string) => `and ${count} more`;
export const options = 'Options';
export const formatLabel = 'Format';
export const formatHint = 'Only needed if detection was wrong.';
export const recognise = 'Detect automatically';
export const zoneHint = 'For times without a time zone in the file.';
export const ownFormat = 'File in Footfall’s own format';
export const logFormat = 'Log format (optional)';
export const logFormatHint = 'The log_format of your nginx configuration, if it’s your own.';
export const withoutHits = 'Leave out pageviews';
export const withoutHitsHint =
  'For sites that already use the tracking code. AI crawlers and everything else only the log shows are kept.';
export const overlap = 'Also import days that are already tracked';
export const overlapHint =
  'Otherwise, the import ends the day before your first tracked pageview, so nothing is counted twice.';
export const checkAgain = 'Check again';
export const notReadable = 'This file can’t be imported';
export const notReadableHint =
  'If you know which tool it comes from, choose the format and check again. Otherwise, see which files work.';
export const formatsLink = 'Supported formats';
export const historyTitle = 'Import history';
export const noImports = 'No imports yet';
export const noImportsHint = 'Bring years of history with you. Export a file from your previous tool:';
/** What to export, by tool. */
export const sourceFiles = {
  plausible: 'the zip file of CSVs',
  umami: 'CSV, the zip of Umami Cloud or an SQL dump',
  goatcounter: 'the CSV export',
  matomo: 'JSON of the Live or Reporting API',
  ga4: 'reports as CSV or JSON',
  'simple-analytics': 'raw data as CSV',
  fathom: 'the CSV export',
  'access-log': 'nginx, Apache, Caddy, Traefik or CloudFront',
};
export const ownFile = 'Or write your own CSV, NDJSON or Parquet file.';
export const guideLink = 'How to import';
export const statuses = {
  running: 'Importing',
  completed: 'Imported',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
  followed: 'Followed',
};
export const progressOf = (name: string) => `Progress of ${name}`;
export const rowsImported = (count: number) => `${pluralize(count, 'row')} imported`;
export const rowsKnown = (count: string) => `${count} already there`;
export const rowsLeftOut = (count: string) => `${count} left out`;
export const rowsUnreadable = (count: string) => `${count} unreadable`;
export const details = 'Details';
export const undo = 'Undo';
export const undoOf = (name: string) => `Undo the import of ${name}`;
export const undoQuestion = 'Undo this import?';
export const undoHint = (rows: number) =>
  `This removes ${rows === 1 ? 'the row' : `all ${pluralize(rows, 'row')}`} that it added. Your other data stays. You can import the file again.`;
export const undoFollowedHint = (rows: number) =>
  `This removes ${rows === 1 ? 'the row' : `all ${pluralize(rows, 'row')}`} that this log added so far. Lines written from now on are imported as before: stop the command that follows the log if you don’t want that.`;
export const undoConfirm = 'Undo import';
export const commandHint = 'Files of many gigabytes and logs are quicker to import on the server:';
export const commandName = 'import command';
