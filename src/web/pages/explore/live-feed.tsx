/** Hits, events, kudos and visits of agents, newest first. It can be held still to read it. */

import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../../lib/english.ts';
import type { Site } from '../../app/site-layout.tsx';
import type { LiveRow } from '../../app/use-live.ts';
import { useUserTimeZone } from '../../app/user.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/notices.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LiveEntry } from './live-entry.tsx';

const KINDS = [
  ['all', 'All'],
  ['hit', 'Hits'],
  ['event', 'Events'],
  ['kudo', 'Kudos'],
  ['agent_visit', 'Agents'],
] as const;
type Kind = (typeof KINDS)[number][0];

const rowKey = ({ type, id }: LiveRow): string => `${type} ${id}`;

/** What is shown of the rows: all of them, or those that were there when it was held still. */
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
  /** False until the server has told something. */
  readonly isKnown: boolean;
}) {
  const { shown, isPaused, waiting, toggle } = usePausableRows(recent);
  const [kind, setKind] = useState<Kind>('all');
  const timeZone = useUserTimeZone();
  const rows = kind === 'all' ? shown : shown.filter(({ type }) => type === kind);
  return (
    <Panel
      title="As it happens"
      aside={
        <div className="live-tools">
          <Button isSmall onClick={toggle}>
            {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
            {isPaused ? 'Go on' : 'Pause'}
            {waiting > 0 && <span className="live-waiting">{formatNumber(waiting)} new</span>}
          </Button>
        </div>
      }
    >
      <Kinds kind={kind} onKind={setKind} />
      {!isKnown ? (
        <SkeletonRows count={10} />
      ) : rows.length === 0 ? (
        <NoRows kind={kind} />
      ) : (
        <ol className="live-feed" aria-label="What happened, newest first">
          {rows.map(row => (
            <LiveEntry key={rowKey(row)} siteId={site.id} row={row} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Kinds({ kind, onKind }: { readonly kind: Kind; readonly onKind: (kind: Kind) => void }) {
  return (
    <fieldset className="segments live-kinds">
      <legend className="visually-hidden">Which kinds are shown</legend>
      {KINDS.map(([each, words]) => (
        <button key={each} type="button" aria-pressed={each === kind} onClick={() => onKind(each)}>
          {words}
        </button>
      ))}
    </fieldset>
  );
}

const EMPTY_HINTS: Readonly<Record<Kind, string>> = {
  all: 'Open a page of your site in another window: its visit appears here within a second.',
  hit: 'Open a page of your site in another window: its visit appears here within a second.',
  event: 'Events are sent by elements with data-footfall-event, or with the API.',
  kudo: 'Kudos come from the kudos button of the script.',
  agent_visit: 'Visits of AI agents are found among the hits of your server’s log, or sent with the API.',
};

const NoRows = ({ kind }: { readonly kind: Kind }) => (
  <EmptyState title="Nothing in the last 24 hours">
    <p>
      {EMPTY_HINTS[kind]} <a href="/docs/getting-started">How to get started</a>
    </p>
  </EmptyState>
);
