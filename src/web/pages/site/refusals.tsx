/** Views that were not counted, and why. */

import type { Static } from '@sinclair/typebox';
import { Link } from 'wouter';
import type { RefusalsAnswer } from '../../../features/refusals/schema.ts';
import { useApi } from '../../app/query-client.ts';
import { useCanWrite, useTimeZone } from '../../app/user.ts';
import * as labels from '../../labels/first-hit.tsx';
import * as shared from '../../labels/shared.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type Answer = Static<typeof RefusalsAnswer>;
type Refusal = Answer['refusals'][number];

const POLL_MS = 5000;

/** Label of each reason, and the part of the settings where it can be changed. */
const REASONS: Readonly<Record<Refusal['reason'], { readonly text: string; readonly part?: string }>> = {
  other_host: { text: labels.anotherHost, part: 'general' },
  ignored: { text: labels.excluded, part: 'ignoring' },
  bot: { text: labels.bot },
  privacy_signal: { text: labels.privacySignal, part: 'privacy' },
  spam: { text: labels.spam, part: 'spam' },
  network: { text: labels.network, part: 'ignoring' },
  inactive: { text: labels.collectionOff, part: 'general' },
  malformed: { text: labels.malformedReport },
};

/** Queries the refusals of the last 24 hours. */
export const useRefusals = (siteId: number, refetchMs: number | false = false) =>
  useApi<Answer>(`/sites/${siteId}/refusals`, {}, { refetchMs });

/** The refusals of a site without hits, polled; nothing while there are none. */
export function WaitingRefusals({ siteId }: { readonly siteId: number }) {
  const { data } = useRefusals(siteId, POLL_MS);
  return data && data.refusals.length > 0 ? <RefusalList siteId={siteId} refusals={data.refusals} /> : null;
}

export function RefusalList({
  siteId,
  refusals,
}: {
  readonly siteId: number;
  readonly refusals: readonly Refusal[];
}) {
  const canWrite = useCanWrite();
  const timeZone = useTimeZone();
  return (
    <ul className="refusals">
      {refusals.map(({ reason, detail, count, last_at }) => (
        <li key={`${reason} ${detail}`}>
          <b>{labels.notCounted(shared.pageviewCount(count), REASONS[reason].text)}</b>
          <span className="hint">
            <UntrustedText text={detail ?? labels.manyValues} /> ·{' '}
            <RelativeTime at={last_at} timeZone={timeZone} />
            {canWrite && REASONS[reason].part && (
              <>
                {' '}
                · <Link href={`/sites/${siteId}/settings/${REASONS[reason].part}`}>{labels.settings}</Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
