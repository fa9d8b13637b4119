/** Sums of a followed log: those that are not in the store yet are kept with the position up to which it was read. */
import {
  addMarks,
  type LogMark,
  type LogSum,
  type LogSumRow,
  MAX_LOG_NAMES,
  toMark,
} from '../../core/hits/log-sums.ts';
import { addDays } from '../../lib/time.ts';

/** Days that are kept; when there are more, those that are over go to the store. */
const MAX_DAYS = 7;

/** Sums that are not in the store yet. */
export interface LogState {
  /** The part as which they will be stored. */
  readonly part: number;
  readonly sums: readonly LogSum[];
  readonly marks: readonly LogMark[];
}

export const NO_SUMS: LogState = { part: 1, sums: [], marks: [] };

/** Takes the names from all but the largest sums of a day and kind. */
function trim(sums: readonly LogSum[]): LogSum[] {
  const [first] = sums;
  const named = sums.filter(({ name }) => name !== '').sort((a, b) => b.requests - a.requests);
  const rest = [...sums.filter(({ name }) => name === ''), ...named.slice(MAX_LOG_NAMES)];
  const kept = named.slice(0, MAX_LOG_NAMES);
  if (!first || rest.length === 0) return kept;
  const requests = rest.reduce((sum, each) => sum + each.requests, 0);
  return [...kept, { day: first.day, kind: first.kind, name: '', detail: '', requests, subscribers: 0 }];
}

/** Adds what a tally wrote. */
export function addToState({ part, sums, marks }: LogState, rows: readonly LogSumRow[]): LogState {
  const bySum = new Map<string, LogSum>();
  const byDay = new Map(marks.map(mark => [mark.day, mark]));
  const addSum = ({ day, kind, name, detail, requests, subscribers }: LogSum): void => {
    const key = `${day} ${kind}\n${name}\n${detail}`;
    const known = bySum.get(key);
    bySum.set(key, {
      day,
      kind,
      name,
      detail,
      requests: requests + (known?.requests ?? 0),
      subscribers: Math.max(subscribers, known?.subscribers ?? 0),
    });
  };
  for (const sum of sums) addSum(sum);
  for (const { kind, ...row } of rows) {
    if (kind === 'mark') {
      const mark = toMark(row);
      byDay.set(mark.day, addMarks(byDay.get(mark.day), mark));
    } else if (kind !== 'void') addSum({ ...row, kind });
  }
  const groups = Map.groupBy(bySum.values(), ({ day, kind }) => `${day} ${kind}`);
  return { part, sums: [...groups.values()].flatMap(trim), marks: [...byDay.values()] };
}

/** Splits off the days that go to the store; undefined while there are few. */
export function splitState(
  { part, sums, marks }: LogState,
  today: string,
): { readonly stored: LogState; readonly left: LogState } | undefined {
  if (marks.length <= MAX_DAYS) return undefined;
  const yesterday = addDays(today, -1);
  const isOver = ({ day }: { readonly day: string }): boolean => day < yesterday;
  const isLeft = (row: { readonly day: string }): boolean => !isOver(row);
  return {
    stored: { part, sums: sums.filter(isOver), marks: marks.filter(isOver) },
    left: { part: part + 1, sums: sums.filter(isLeft), marks: marks.filter(isLeft) },
  };
}
