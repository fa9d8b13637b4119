/** What is stored of one person, found by the visitor id that the owner's calls of the API send. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api.ts';
import { apiUrl } from '../../api-url.ts';
import { invalidate } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/site-settings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

interface Row {
  readonly created_at: string;
  readonly path?: string | null;
  readonly event?: string;
}

interface Answer {
  readonly hits: readonly Row[];
  readonly events: readonly Row[];
  readonly spam_hits: readonly Row[];
}

interface Found {
  readonly visitorId: string;
  readonly answer: Answer;
}

/** Rows that are shown; all of them are in the file. */
const MAX_SHOWN_ROWS = 20;

const pathOf = (site: Site, visitorId: string): string =>
  `/sites/${site.id}/visitors/${encodeURIComponent(visitorId)}`;

export function VisitorData({ site }: { readonly site: Site }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const toast = useToast();
  const visitorId = typed.trim();
  const submission = useSubmit(['visitor_id'], async () => {
    setFound(null);
    if (visitorId === '') return;
    setFound({ visitorId, answer: await call<Answer>('GET', pathOf(site, visitorId)) });
  });
  const remove = async (of: Found) => {
    const answer = await call<{ readonly deleted_count: number }>('DELETE', pathOf(site, of.visitorId));
    toast(labels.visitorDeleted(answer.deleted_count));
    setFound({ ...of, answer: { hits: [], events: [], spam_hits: [] } });
    await invalidate('/sites');
  };
  return (
    <Panel title={labels.visitorTitle}>
      <p>{labels.visitorHint}</p>
      <Form action={labels.lookUp} variant="plain" submission={submission}>
        <TextField
          label={labels.visitorId}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          error={submission.errors.of('visitor_id')}
          onValue={setTyped}
        />
      </Form>
      <div role="status" className="row-main">
        {found && <FoundData site={site} found={found} onRemove={() => remove(found)} />}
      </div>
    </Panel>
  );
}

function FoundData({
  site,
  found: { visitorId, answer },
  onRemove,
}: {
  readonly site: Site;
  readonly found: Found;
  readonly onRemove: () => Promise<void>;
}) {
  const timeZone = useTimeZone();
  const { hits, events, spam_hits: spamHits } = answer;
  const rows = [...hits, ...events, ...spamHits].sort((a, b) => b.created_at.localeCompare(a.created_at));
  const shown = rows.slice(0, MAX_SHOWN_ROWS);
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (!newest || !oldest) return <EmptyState title={labels.noVisitor}>{labels.noVisitorHint}</EmptyState>;
  return (
    <>
      <p>
        {labels.visitorCounts(hits.length + spamHits.length, events.length)}{' '}
        {labels.visitorTimes(
          formatDateTime(oldest.created_at, timeZone),
          formatDateTime(newest.created_at, timeZone),
        )}
      </p>
      <ul className="import-list">
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in place
          <li key={index}>
            <time dateTime={row.created_at}>{formatDateTime(row.created_at, timeZone)}</time>{' '}
            <UntrustedText text={[row.event, row.path].filter(Boolean).join(' · ')} />
          </li>
        ))}
        {rows.length > shown.length && (
          <li className="soft">{labels.moreRows(formatNumber(rows.length - shown.length))}</li>
        )}
      </ul>
      <div className="actions">
        <a className="button plain small" href={apiUrl(pathOf(site, visitorId))} download="visitor.json">
          <Download size={16} aria-hidden="true" /> {labels.asJson}
        </a>
        <ConfirmButton
          text={labels.deleteVisitor}
          title={labels.deleteVisitorQuestion}
          action={labels.deleteConfirm}
          variant="plain"
          work={onRemove}
          hint={labels.deleteVisitorHint(rows.length)}
        />
      </div>
    </>
  );
}
