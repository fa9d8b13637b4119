import { formatNumber } from '../../../lib/english.ts';
import { formatSize } from '../../format.ts';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Operator } from './operator.tsx';

const PARTS: Readonly<Record<string, string>> = {
  hits: 'Hits, events and visits',
  configuration: 'Users, sites and settings',
  older_generations: 'Older generations of the hits',
  backups: 'Copies made before upgrades',
  damaged: 'Set aside as damaged',
  runtime: 'Libraries unpacked for this version',
  temporary: 'Temporary',
  other: 'Other files',
};

const ROWS = [
  ['hits', 'Hits'],
  ['events', 'Events'],
  ['agent_visits', 'Agent visits'],
  ['spam_hits', 'Spam hits'],
] as const;

/** What the data folder holds, the largest first. */
export function OperatorStorage({
  data: { folder, parts, size_bytes: size, rows, last_backup_at: lastBackupAt },
  timeZone,
}: {
  readonly data: Operator['data'];
  readonly timeZone: string;
}) {
  return (
    <Panel title="Storage">
      <table className="table storage">
        <caption className="visually-hidden">What takes how much of the data folder</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Size</th>
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
      <dl className="facts">
        {ROWS.map(([name, words]) => (
          <div key={name}>
            <dt>{words}</dt>
            <dd>{formatNumber(rows[name])}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        All of it is in <code>{folder}</code>. A copy of that folder is a backup, whenever it is made;{' '}
        <code>footfall backup DIR</code> writes one without temporary files.{' '}
        {lastBackupAt === null ? (
          'That has not been done yet.'
        ) : (
          <>
            The last was finished <RelativeTime at={lastBackupAt} timeZone={timeZone} />.
          </>
        )}
      </p>
    </Panel>
  );
}
