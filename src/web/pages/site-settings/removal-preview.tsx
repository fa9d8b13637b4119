/** What a removal of stored pageviews would be of. */
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

/** How many rows a removal would be of, and its button. */
export function RemovalPreview({
  siteId,
  body,
  onRemoved,
}: {
  readonly siteId: number;
  /** As it is sent. */
  readonly body: object;
  readonly onRemoved?: () => void;
}) {
  const path = changesPath(siteId);
  const key = JSON.stringify(body);
  const query = useQuery<Preview, ApiError>({
    queryKey: [path, 'preview', key],
    queryFn: ({ signal }) => call<Preview>('POST', path, { body: { ...body, dry_run: true }, signal }),
    // What came meanwhile belongs to it.
    gcTime: 0,
  });
  const remove = async () => {
    await call('POST', path, { body });
    await invalidate(path);
    onRemoved?.();
  };
  return (
    <QueryContent query={query} loading={1}>
      {counts =>
        counts.hits + counts.events === 0 ? (
          <p role="status">{labels.nothingFound}</p>
        ) : (
          <div className="actions">
            <p role="status">
              <b>{labels.found(describeRows(counts), counts.visitors, counts.days)}</b>
            </p>
            <ConfirmButton
              text={labels.remove}
              title={labels.removeTitle(describeRows(counts))}
              action={labels.remove}
              variant="plain"
              work={remove}
              hint={labels.removeHint}
            />
          </div>
        )
      }
    </QueryContent>
  );
}
