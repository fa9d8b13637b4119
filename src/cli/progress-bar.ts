import { formatMebibytes } from '../lib/english.ts';
import type { CliContext } from './command.ts';

/** Formats what is done, by its unit; of a share, the bar says everything. */
const UNITS = {
  rows: (done: number): string => `${done.toLocaleString('en')} rows`,
  bytes: (done: number): string => formatMebibytes(done),
  share: (): string => '',
} as const;

/** Creates a progress line that overwrites itself; it prints nothing unless standard error is a terminal. */
export function createProgressBar({ isTerminal, writeError }: CliContext, unit: keyof typeof UNITS) {
  return {
    show(done: number, total: number | null): void {
      if (!isTerminal) return;
      const share = total ? Math.min(1, done / total) : null;
      const bar =
        share === null
          ? ''
          : `[${'#'.repeat(Math.round(share * 30)).padEnd(30, '.')}] ${Math.round(share * 100)} %`;
      writeError(`\r${[bar, UNITS[unit](done)].filter(text => text !== '').join(' ')}`);
    },
    clear(): void {
      if (isTerminal) writeError('\r\u001b[K');
    },
  };
}
