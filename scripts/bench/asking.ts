/** One report asked again and again, each time followed by its reference. */
import { figure, type Row, spreadOf, spreadText } from './table.ts';
import type { Workplace } from './workplace.ts';

/** How a report is held against its reference: quicker, or a share of its time with a little on top. */
export type Aim = 'faster' | { readonly ratio: number; readonly moreMs: number };

export interface Asked {
  readonly row: Row;
  readonly medianMs: number;
}

/** Asks a report and its reference in turns. Throws when the first answers of both do not agree. */
export async function askInTurns(
  place: Workplace,
  report: {
    readonly name: string;
    readonly ask: () => Promise<{ readonly text: string; readonly ms: number }>;
    readonly refer: () => Promise<{ readonly rows: unknown[][]; readonly ms: number }>;
    /** The numbers of an answer that stand in the reference's first row. */
    readonly summaryIn: (text: string) => readonly number[];
    readonly aim: Aim;
  },
): Promise<Asked> {
  const { name, ask, refer, summaryIn, aim } = report;
  const said = summaryIn((await ask()).text).join();
  const expected = (await refer()).rows[0]?.map(Number).join();
  if (said !== expected) throw new Error(`${name}: we say ${said}, the reference says ${expected}`);
  const ours: number[] = [];
  const reference: number[] = [];
  for (let turn = 0; turn < place.askings; turn++) {
    ours.push((await ask()).ms);
    reference.push((await refer()).ms);
  }
  const [mine, theirs] = [spreadOf(ours), spreadOf(reference)];
  const mostMs = aim === 'faster' ? theirs.median : theirs.median * aim.ratio + aim.moreMs;
  const row: Row = {
    what: name,
    ours: spreadText(mine),
    reference: spreadText(theirs),
    ratio: figure(mine.median / theirs.median),
    aim: aim === 'faster' ? 'faster' : `at most ${aim.ratio} × + ${aim.moreMs}`,
    isMet: aim === 'faster' ? mine.median < mostMs : mine.median <= mostMs,
  };
  return { row, medianMs: mine.median };
}
