/** The scratch file of log sums. */
import { formatLogSum, LOG_SUM_HEADER, type LogMark } from '../../core/hits/log-sums.ts';
import type { Day } from '../../core/span.ts';
import { createLogTally } from './readers/access-log/tally.ts';
import type { RowTarget } from './readers/reader.ts';
import { openScratchFile, type ScratchFile } from './scratch-file.ts';

interface LogSumsOptions {
  readonly path: string;
  /** What was read of the site's logs before. */
  readonly marks: readonly LogMark[];
  /** The last day that a line may have. */
  readonly lastDay: Day;
  readonly signal: AbortSignal;
}

type ScratchLogSums = Awaited<ReturnType<typeof openScratchLogSums>>;

/** Opens a scratch file of log sums. */
export async function openScratchLogSums({ path, marks, lastDay, signal }: LogSumsOptions) {
  const file = await openScratchFile(path, LOG_SUM_HEADER, signal);
  const tally = createLogTally({
    known: marks,
    last: lastDay,
    write: row => file.add(formatLogSum(row)),
  });
  return {
    path,
    tally,
    flush: file.flush,
    close: () => {
      tally.close();
      return file.close();
    },
  };
}

/** Returns a target of rows that writes the sums of their log, too, and collects garbage. */
export const besideSums = (
  rows: ScratchFile & RowTarget,
  sums: ScratchLogSums | undefined,
  collect: () => void,
): RowTarget => ({
  ...rows,
  async flush() {
    await rows.flush();
    await sums?.flush();
    collect();
  },
});
