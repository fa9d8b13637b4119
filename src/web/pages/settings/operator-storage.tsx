import { formatSize } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/server.tsx';
import * as shared from '../../labels/shared.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { ServerStatus } from './server-status.ts';

const PARTS: Readonly<Record<string, string>> = {
  hits: labels.hitFiles,
  configuration: labels.configurationFiles,
  older_generations: labels.olderSnapshots,
  backups: labels.upgradeCopies,
  damaged: labels.damagedFiles,
  runtime: labels.runtimeLibraries,
  temporary: labels.temporary,
  other: labels.otherFiles,
};

const ROWS = [
  ['hits', shared.pageviews],
  ['events', shared.events],
  ['agent_visits', shared.aiCrawlers],
  ['spam_hits', labels.spamHits],
] as const;

/** Sizes of the parts of the data folder, the largest first. */
export function OperatorStorage({
  data: { folder, parts, size_bytes: size, rows, last_backup_at: lastBackupAt },
  timeZone,
}: {
  readonly data: ServerStatus['data'];
  readonly timeZone: string;
}) {
  return (
    <Panel title={labels.storage}>
      <table className="table storage">
        <caption className="visually-hidden">{labels.storageLabel}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{labels.part}</th>
            <th scope="col">{labels.size}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, size_bytes: bytes }) => (
            <tr key={name}>
              <th scope="row">
                {PARTS[name] ?? name}
                <span className="storage-bar" aria-hidden="true">
                  <span style={{ width: `${size === 0 ? 0 : Math.max(0.5, (bytes / size) * 100)}%` }} />
                </span>
              </th>
              <td className="number">{formatSize(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows !== null && (
        <FactList className="facts" facts={ROWS.map(([name, words]) => [words, formatNumber(rows[name])])} />
      )}
      <p className="hint">
        {labels.folderHint(
          folder,
          lastBackupAt === null
            ? labels.noBackup
            : labels.lastBackup(<RelativeTime at={lastBackupAt} timeZone={timeZone} />),
        )}
      </p>
    </Panel>
  );
}
