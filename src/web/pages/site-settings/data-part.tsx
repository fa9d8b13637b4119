import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { addDays, toDay } from '../../../lib/time.ts';
import { apiUrl } from '../../api-url.ts';
import { usePublicOrigin } from '../../app/use-public-origin.ts';
import { useUserSettings } from '../../app/user.ts';
import { SelectField } from '../../forms/field.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DeleteSite } from './delete-site.tsx';
import type { PartProps } from './site-settings.tsx';

export function DataPart({ site }: PartProps) {
  const isOperator = useUserSettings().data?.settings.is_operator ?? false;
  return (
    <>
      <Downloads site={site} />
      <Panel title={labels.importTitle}>
        <p>{labels.importHint}</p>
        <CopyBox text={`footfall import ${site.id} history.csv`} what={labels.importCommandName} />
        {!isOperator && <p className="hint">{labels.notOperatorHint}</p>}
      </Panel>
      {isOperator && (
        <Panel title={labels.backupTitle}>
          <p>{labels.backupHint}</p>
          <CopyBox text="footfall backup /var/backups/footfall" what={labels.backupCommandName} />
        </Panel>
      )}
      <DeleteSite site={site} />
    </>
  );
}

const KINDS = [
  ['hits', shared.pageviews],
  ['events', shared.events],
  ['agent_visits', shared.aiCrawlers],
  ['kudos', shared.kudos],
] as const;

const PERIODS = [
  ['30', shared.last30Days],
  ['90', shared.last90Days],
  ['365', shared.last12Months],
  ['all', shared.allTime],
] as const;

function Downloads({ site }: Pick<PartProps, 'site'>) {
  const [days, setDays] = useState('30');
  const origin = usePublicOrigin();
  const today = toDay(new Date(), 'UTC');
  const query = {
    format: 'csv',
    ...(days === 'all'
      ? { period: 'all' }
      : { start_date: addDays(today, 1 - Number(days)), end_date: today }),
  };
  const toUrl = (kind: string) => apiUrl(`/sites/${site.id}/${kind}`, query);
  return (
    <Panel title={labels.download}>
      <p>{labels.downloadHint}</p>
      <SelectField label={shared.period} value={days} options={PERIODS} onValue={setDays} />
      <div className="actions">
        {KINDS.map(([kind, text]) => (
          <a key={kind} className="button plain" href={toUrl(kind)} download aria-label={labels.asCsv(text)}>
            <Download size={16} aria-hidden="true" /> {text}
          </a>
        ))}
      </div>
      <p>{labels.downloadByProgram(<Link href="/settings/keys">{labels.key}</Link>)}</p>
      <CopyBox
        text={`curl -H "Authorization: Bearer YOUR_KEY" -o hits.csv \\\n  "${origin}${toUrl('hits')}"`}
        what={shared.commandName}
      />
    </Panel>
  );
}
