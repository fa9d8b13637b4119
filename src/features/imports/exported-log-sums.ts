/** Reads log sums as `footfall export` writes them. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  addMarks,
  formatLogSum,
  LOG_SUM_HEADER,
  LOG_SUM_KINDS,
  type LogMark,
  type LogSumRow,
  toMark,
} from '../../core/hits/log-sums.ts';
import { isDay, startOfDay } from '../../lib/time.ts';
import type { ExtrasReport } from './extras.ts';
import { openScratchFile } from './scratch-file.ts';

const KINDS = [...LOG_SUM_KINDS, 'mark'] as const;
const MAX_NAME_LENGTH = 8192;

interface ReadSums {
  /** JSON objects, one a line, in the order of an export: by part and day. */
  readonly from: string;
  /** The scratch file that the store loads. */
  readonly to: string;
  /** What was read of the site's logs before. */
  readonly known: readonly LogMark[];
  readonly signal: AbortSignal;
}

/** Returns the row of a line; undefined for a bad one. */
function toRow(line: string): LogSumRow | undefined {
  const { day, part, kind, name, detail, requests, subscribers } = JSON.parse(line);
  const counts = [part, requests, subscribers].map(Number);
  const given = KINDS.find(each => each === kind);
  const isGood =
    given !== undefined &&
    isDay(String(day)) &&
    counts.every(count => Number.isSafeInteger(count) && count >= 0) &&
    [name, detail].every(text => (text ?? '').length <= MAX_NAME_LENGTH);
  const [ofPart = 0, ofRequests = 0, ofSubscribers = 0] = counts;
  const texts = { name: name ?? '', detail: detail ?? '' };
  return isGood
    ? { day, part: ofPart, kind: given, ...texts, requests: ofRequests, subscribers: ofSubscribers }
    : undefined;
}

/** Writes the sums that the site does not have into a scratch file: those of a log and day of which it read the same lines stay out. */
export async function readExportedSums({ from, to, known, signal }: ReadSums): Promise<ExtrasReport> {
  const left = [...known];
  const scratch = await openScratchFile(to, LOG_SUM_HEADER, signal);
  const report = { imported: 0, duplicates: 0, bad: 0, first: '', last: '' };
  let group: LogSumRow[] = [];
  const addGroup = (): void => {
    const mark = group
      .filter(({ kind }) => kind === 'mark')
      .map(toMark)
      .reduce<LogMark | undefined>(addMarks, undefined);
    const at = left.findIndex(
      ({ day, lines, hash }) => day === mark?.day && lines === mark.lines && hash === mark.hash,
    );
    // Without a mark nobody could tell later that they are there.
    if (mark === undefined) report.bad += group.length;
    else if (at !== -1) {
      left.splice(at, 1);
      report.duplicates += group.length;
    } else {
      for (const row of group) scratch.add(formatLogSum(row));
      report.imported += group.length;
      report.first = report.first === '' || mark.day < report.first ? mark.day : report.first;
      report.last = mark.day > report.last ? mark.day : report.last;
    }
    group = [];
  };
  try {
    for await (const line of createInterface({ input: createReadStream(from) })) {
      const row = toRow(line);
      const [before] = group;
      if (row && before && (row.day !== before.day || row.part !== before.part)) {
        addGroup();
        await scratch.flush();
      }
      if (row) group.push(row);
      else report.bad += 1;
    }
    if (group.length > 0) addGroup();
  } finally {
    await scratch.close();
  }
  const toInstant = (day: string): Date | null => (day === '' ? null : startOfDay(day, 'UTC'));
  return { ...report, first: toInstant(report.first), last: toInstant(report.last) };
}
