import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { addDays, dayOf } from '../../../lib/time.ts';
import { apiUrl } from '../../api.ts';
import { usePublicOrigin } from '../../app/use-public-origin.ts';
import { useUserSettings } from '../../app/user.ts';
import { SelectField } from '../../forms/field.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DeleteSite } from './delete-site.tsx';
import type { PartProps } from './site-settings.tsx';

export function DataPart({ site }: PartProps) {
  const isOperator = useUserSettings().data?.settings.is_operator ?? false;
  return (
    <>
      <Downloads site={site} />
      <Panel title="Bring a history in">
        <p>
          From a CSV, NDJSON or Parquet file, on the server. The same file twice adds nothing the second time.{' '}
          <a href="/docs/import">What the file holds</a>
        </p>
        <CopyBox text={`footfall import ${site.id} history.csv`} what="the import command" />
        {!isOperator && <p className="hint">Whoever runs this server does it for you.</p>}
      </Panel>
      {isOperator && (
        <Panel title="Back up">
          <p>
            All sites of this server at once, while it runs. <a href="/docs/backup">More on backups</a>
          </p>
          <CopyBox text="footfall backup /var/backups/footfall" what="the backup command" />
        </Panel>
      )}
      <DeleteSite site={site} />
    </>
  );
}

const KINDS = [
  ['hits', 'Hits'],
  ['events', 'Events'],
  ['agent_visits', 'Agent visits'],
  ['kudos', 'Kudos'],
] as const;

const PERIODS = [
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last 12 months'],
  ['all', 'All time'],
] as const;

function Downloads({ site }: Pick<PartProps, 'site'>) {
  const [days, setDays] = useState('30');
  const origin = usePublicOrigin();
  const today = dayOf(new Date(), 'UTC');
  const query = {
    format: 'csv',
    ...(days === 'all'
      ? { period: 'all' }
      : { start_date: addDays(today, 1 - Number(days)), end_date: today }),
  };
  const addressOf = (kind: string) => apiUrl(`/sites/${site.id}/${kind}`, query);
  return (
    <Panel title="Download">
      <p>As CSV: rows as they are stored, newest first, at most 100,000 at once. Days are UTC days.</p>
      <SelectField label="Period" value={days} options={PERIODS} onValue={setDays} />
      <div className="actions">
        {KINDS.map(([kind, text]) => (
          <a
            key={kind}
            className="button plain"
            href={addressOf(kind)}
            download
            aria-label={`${text} as CSV`}
          >
            <Download size={16} aria-hidden="true" /> {text}
          </a>
        ))}
      </div>
      <p>
        The same by a program, with a <Link href="/settings/keys">key</Link>:
      </p>
      <CopyBox
        text={`curl -H "Authorization: Bearer YOUR_KEY" -o hits.csv \\\n  "${origin}${addressOf('hits')}"`}
        what="the command"
      />
    </Panel>
  );
}
