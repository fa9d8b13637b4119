import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { addDays, toDay } from '../../../lib/time.ts';
import { apiUrl } from '../../api-url.ts';
import { usePublicAddress } from '../../app/use-public-address.ts';
import { useTimeZone, useUserSettings } from '../../app/user.ts';
import { SelectField, TextField } from '../../forms/field.tsx';
import * as others from '../../labels/other-pages.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DeleteSite, ResetSite } from './delete-site.tsx';
import { Removals } from './removals.tsx';
import { TransferSite } from './transfer-site.tsx';
import type { PartProps } from './use-site-settings.ts';

export function DataPart({ site }: PartProps) {
  const isOperator = useUserSettings().data?.settings.is_operator ?? false;
  return (
    <>
      <Downloads site={site} isOperator={isOperator} />
      {isOperator && (
        <Panel title={labels.backupTitle}>
          <p>{labels.backupHint}</p>
          <CopyBox text="footfall backup /var/backups/footfall" what={labels.backupCommandName} />
        </Panel>
      )}
      <Removals siteId={site.id} />
      <TransferSite site={site} />
      <ResetSite site={site} />
      <DeleteSite site={site} />
    </>
  );
}

const KINDS = [
  ['hits', shared.pageviews],
  ['events', shared.events],
  ['agent_visits', shared.aiCrawlers],
  ['engagement', labels.engagementRows],
  ['kudos', shared.kudos],
] as const;

const PERIODS = [
  ['30', shared.last30Days],
  ['90', shared.last90Days],
  ['365', shared.last12Months],
  ['all', shared.allTime],
  ['own', labels.otherDays],
] as const;
type Period = (typeof PERIODS)[number][0];

/** What the files are called, by their API name. */
const FORMATS = [
  ['csv', 'CSV'],
  ['ndjson', 'NDJSON'],
  ['parquet', 'Parquet'],
] as const;

function Downloads({ site, isOperator }: Pick<PartProps, 'site'> & { readonly isOperator: boolean }) {
  const today = toDay(new Date(), useTimeZone());
  const [period, setPeriod] = useState<Period>('30');
  const [own, setOwn] = useState({ start_date: addDays(today, -29), end_date: today });
  const [format, setFormat] = useState<(typeof FORMATS)[number][0]>('csv');
  const origin = usePublicAddress();
  const days =
    period === 'all'
      ? {}
      : period === 'own'
        ? own
        : { start_date: addDays(today, 1 - Number(period)), end_date: today };
  const isBackwards = own.end_date < own.start_date;
  const setDay = (name: keyof typeof own) => (day: string) => day !== '' && setOwn({ ...own, [name]: day });
  const toUrl = (type: string) =>
    apiUrl(`/sites/${site.id}/export`, { type, format, ...days, time_zone: 'site' });
  const formatName = FORMATS.find(([name]) => name === format)?.[1] ?? '';
  return (
    <Panel title={labels.download}>
      <p>{labels.downloadHint}</p>
      <div className="badge-fields">
        <SelectField label={shared.period} value={period} options={PERIODS} onValue={setPeriod} />
        <SelectField label={labels.fileFormat} value={format} options={FORMATS} onValue={setFormat} />
      </div>
      {period === 'own' && (
        <div className="badge-fields">
          <TextField
            type="date"
            label={labels.firstDay}
            value={own.start_date}
            max={today}
            onValue={setDay('start_date')}
          />
          <TextField
            type="date"
            label={labels.lastDay}
            value={own.end_date}
            error={isBackwards ? labels.daysBackwards : undefined}
            onValue={setDay('end_date')}
          />
        </div>
      )}
      <div className="actions">
        {KINDS.map(([kind, text]) => (
          <a
            key={kind}
            className="button plain"
            href={toUrl(kind)}
            download
            aria-label={labels.asFile(text, formatName)}
          >
            <Download size={16} aria-hidden="true" /> {text}
          </a>
        ))}
      </div>
      <p>{labels.downloadByProgram(<Link href="/settings/keys">{labels.key}</Link>)}</p>
      <CopyBox
        text={`curl -H "Authorization: Bearer YOUR_KEY" -o hits.${format} \\\n  "${origin}${toUrl('hits')}"`}
        what={others.commandName}
      />
      {isOperator && (
        <>
          <p>{labels.exportHint}</p>
          <CopyBox
            text={`footfall export ${site.id} /var/backups/site-${site.id}`}
            what={labels.exportCommandName}
          />
        </>
      )}
    </Panel>
  );
}
