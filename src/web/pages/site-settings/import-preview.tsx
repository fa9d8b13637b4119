import { useId } from 'react';
import * as labels from '../../labels/imports.ts';
import { formatNumber } from '../../labels/language.ts';
import { formatDays } from '../../period-labels.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { FORMAT_NAMES, type Format, type Import, type Preview } from './imports.ts';

/** Bad rows that are shown; a screenful. */
const MAX_SHOWN_ROWS = 20;

/** Says what a file is and what will come of it. */
export function ImportPreview({
  preview,
  needsHits,
}: {
  readonly preview: Preview;
  /** Whether a file without hits adds nothing. */
  readonly needsHits: boolean;
}) {
  const id = useId();
  const { format, kind, rows, hits, bad_rows: bad, start_date: first, end_date: last } = preview;
  return (
    <section className="stack import-preview" aria-labelledby={id}>
      <h3 id={id}>{fileKind(format)}</h3>
      {isReadable(preview) && <p>{kind === 'rows' ? labels.visitsKind : labels.daysKind}</p>}
      <FactList
        className="import-facts"
        facts={[
          ...(first && last ? ([[labels.firstAndLastDay, formatDays(first, last)]] as const) : []),
          [labels.hitsToAdd, formatNumber(hits)],
          [labels.rowsRead, formatNumber(rows)],
          ...(bad > 0 ? ([[labels.rowsBad, formatNumber(bad)]] as const) : []),
        ]}
      />
      {hits === 0 && (needsHits || !isReadable(preview)) && (
        <p className="banner">{isReadable(preview) ? labels.nothingNew : labels.nothingReadable}</p>
      )}
      <NotImported leftOut={preview.left_out} badRows={preview.first_bad_rows} badCount={bad} rows={rows} />
    </section>
  );
}

/** Returns whether any row of a file can be read. */
export const isReadable = ({ rows, bad_rows: bad }: Preview): boolean => rows === 0 || bad < rows;

/** What a file of a format is called, where that is not the tool it comes from. */
const FILE_KINDS: Partial<Readonly<Record<Format, string>>> = {
  footfall: labels.ownFormat,
  'access-log': labels.accessLogFile,
};

/** Says what a file of a format is. */
export const fileKind = (format: Format): string =>
  FILE_KINDS[format] ?? labels.exportOf(FORMAT_NAMES[format]);

/** What is left out, with the reason, and which rows cannot be read. The server's texts are English. */
export function NotImported({
  leftOut,
  badRows,
  badCount,
  rows,
}: {
  readonly leftOut: Import['left_out'];
  readonly badRows: Import['bad_rows'];
  readonly badCount: number;
  /** Number of rows that were read, with the bad ones. */
  readonly rows: number;
}) {
  const shown = badRows.slice(0, MAX_SHOWN_ROWS);
  return (
    <>
      {leftOut.length > 0 && (
        <div className="row-main">
          <h4>{labels.leftOutTitle}</h4>
          <ul className="import-list">
            {leftOut.map(({ what, why, count }) => (
              <li key={`${what} ${why}`} lang="en">
                {count > 0 ? `${formatNumber(count)} ${what}` : what}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {shown.length > 0 && (
        <div className="row-main">
          <h4>{labels.badRowsTitle}</h4>
          {badCount < rows && <p className="hint">{labels.badRowsHint}</p>}
          <ul className="import-list">
            {shown.map(({ line, error }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several files of an archive have the same lines
              <li key={index}>
                <b>{labels.line(formatNumber(line))}</b>{' '}
                <span lang="en">
                  <UntrustedText text={error} />
                </span>
              </li>
            ))}
            {badCount > shown.length && (
              <li className="soft">{labels.moreBadRows(formatNumber(badCount - shown.length))}</li>
            )}
          </ul>
        </div>
      )}
    </>
  );
}
