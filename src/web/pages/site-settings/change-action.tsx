/** What a change of stored pageviews would be of. */
import type { Static } from '@sinclair/typebox';
import { useQuery } from '@tanstack/react-query';
import type { ChangePreview } from '../../../features/changes/schema.ts';
import { type ApiError, call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/changes.ts';
import { joinList } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { QueryContent } from '../../ui/query-content.tsx';

type Preview = Static<typeof ChangePreview>;

export const changesPath = (siteId: number): string => `/sites/${siteId}/changes`;

/** Names how many rows there are: of pageviews always, of events where there are some. */
export const describeRows = ({ hits, events }: Pick<Preview, 'hits' | 'events'>): string =>
  joinList([
    ...(hits > 0 || events === 0 ? [shared.pageviewCount(hits)] : []),
    ...(events > 0 ? [labels.eventCount(events)] : []),
  ]);

/** Texts of the button of a change. */
interface ChangeTexts {
  readonly action: string;
  readonly title: (rows: string) => string;
  readonly hint: string;
  readonly nothing: string;
}

/** How many rows a change would be of, and its button. */
export function ChangeAction({
  siteId,
  body,
  texts,
  onStarted,
}: {
  readonly siteId: number;
  /** As it is sent. */
  readonly body: object;
  /** Default: those of a removal. */
  readonly texts?: ChangeTexts;
  readonly onStarted?: () => void;
}) {
  const path = changesPath(siteId);
  const key = JSON.stringify(body);
  const { action, title, hint, nothing } = texts ?? labels.removing;
  const query = useQuery<Preview, ApiError>({
    queryKey: [path, 'preview', key],
    queryFn: ({ signal }) => call<Preview>('POST', path, { body: { ...body, dry_run: true }, signal }),
    // What came meanwhile belongs to it.
    gcTime: 0,
  });
  const start = async () => {
    await call('POST', path, { body });
    await invalidate(path);
    onStarted?.();
  };
  return (
    <QueryContent query={query} loading={1}>
      {counts =>
        counts.hits + counts.events === 0 ? (
          <p role="status">{nothing}</p>
        ) : (
          <div className="actions">
            <p role="status">
              <b>{labels.found(describeRows(counts), counts.visitors, counts.days)}</b>
            </p>
            <ConfirmButton
              text={action}
              title={title(describeRows(counts))}
              action={action}
              variant="plain"
              work={start}
              hint={hint}
            />
          </div>
        )
      }
    </QueryContent>
  );
}
