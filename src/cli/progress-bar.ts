import { formatMebibytes } from '../lib/english.ts';
import type { CliContext } from './command.ts';

/** Creates a progress line that overwrites itself; it prints nothing unless standard error is a terminal. */
export function createProgressBar({ isTerminal, writeError }: CliContext, unit: 'rows' | 'bytes') {
  return {
    show(done: number, total: number | null): void {
      if (!isTerminal) return;
      const share = total ? Math.min(1, done / total) : null;
      const bar =
        share === null
          ? ''
          : `[${'#'.repeat(Math.round(share * 30)).padEnd(30, '.')}] ${Math.round(share * 100)} % `;
      writeError(`\r${bar}${unit === 'bytes' ? formatMebibytes(done) : `${done.toLocaleString('en')} rows`}`);
    },
    clear(): void {
      if (isTerminal) writeError('\r\u001b[K');
    },
  };
}
