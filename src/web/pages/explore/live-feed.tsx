/** The live feed of hits, events, kudos and agent visits, newest first. It can be paused. */

import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { Site } from '../../app/site-layout.tsx';
import type { LiveRow } from '../../app/use-live.ts';
import { useTimeZone } from '../../app/user.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/live.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LiveEntry } from './live-entry.tsx';

const KINDS = [
  ['all', labels.all],
  ['hit', shared.pageviews],
  ['event', shared.events],
  ['kudo', shared.kudos],
  ['agent_visit', shared.aiCrawlers],
] as const;
type Kind = (typeof KINDS)[number][0];

const rowKey = ({ type, id }: LiveRow): string => `${type} ${id}`;

/** Returns the rows to show: all of them, or those at the time of the pause. */
function usePausableRows(recent: readonly LiveRow[]) {
  const [pausedRows, setPausedRows] = useState<readonly LiveRow[] | null>(null);
  const seen = new Set(pausedRows?.map(rowKey));
  return {
    shown: pausedRows ?? recent,
    isPaused: pausedRows !== null,
    waiting: pausedRows ? recent.filter(row => !seen.has(rowKey(row))).length : 0,
    toggle: () => setPausedRows(pausedRows ? null : recent),
  };
}

export function LiveFeed({
  site,
  recent,
  isKnown,
}: {
  readonly site: Site;
  readonly recent: readonly LiveRow[];
  /** False until the first event. */
  readonly isKnown: boolean;
}) {
  const { shown, isPaused, waiting, toggle } = usePausableRows(recent);
  const [kind, setKind] = useState<Kind>('all');
  const timeZone = useTimeZone();
  const rows = kind === 'all' ? shown : shown.filter(({ type }) => type === kind);
  return (
    <Panel
      title={labels.feedTitle}
      aside={
        <div className="live-tools">
          <Button isSmall onClick={toggle}>
            {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
            {isPaused ? labels.resume : labels.pause}
            {waiting > 0 && <span className="live-waiting">{labels.newCount(formatNumber(waiting))}</span>}
          </Button>
        </div>
      }
    >
      <Segments legend={labels.kindsLabel} options={KINDS} value={kind} onValue={setKind} />
      {!isKnown ? (
        <SkeletonRows count={10} />
      ) : rows.length === 0 ? (
        <NoRows kind={kind} />
      ) : (
        <ol className="live-feed" aria-label={labels.feedLabel}>
          {rows.map(row => (
            <LiveEntry key={rowKey(row)} siteId={site.id} row={row} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

const EMPTY_HINTS: Readonly<Record<Kind, string>> = {
  all: labels.noHitsHint,
  hit: labels.noHitsHint,
  event: labels.noEventsHint,
  kudo: labels.noKudosHint,
  agent_visit: labels.noAgentsHint,
};

const NoRows = ({ kind }: { readonly kind: Kind }) => (
  <EmptyState title={labels.emptyTitle}>
    <p>
      {EMPTY_HINTS[kind]} <ServerLink href="/docs/getting-started">{labels.howToGetStarted}</ServerLink>
    </p>
  </EmptyState>
);
