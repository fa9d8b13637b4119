/** What stands where a list has no rows: why, and what to do for some. */
import type { ReactNode } from 'react';
import { useView } from '../../app/use-view.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/notices.tsx';
import type { Breakdown } from './breakdown-definitions.ts';

export function NoRows({ breakdown }: { readonly breakdown: Breakdown }) {
  const { view, change } = useView();
  const what = breakdown.endpoint === 'agent_visits' ? 'AI agents' : breakdown.name.toLowerCase();
  // Those that it is not counted by are not why it is empty.
  const { unsupportedFilters } = METRIC_DEFINITIONS[breakdown.endpoint];
  if (view.filters.some(({ name }) => !unsupportedFilters.includes(name))) {
    return (
      <EmptyState title={`No ${what} with these filters`}>
        <Button isSmall onClick={() => change({ filters: [] })}>
          Clear the filters
        </Button>
      </EmptyState>
    );
  }
  return <EmptyState title={`No ${what} in these days`}>{emptyHint(breakdown)}</EmptyState>;
}

function emptyHint({ endpoint, by }: Breakdown): ReactNode {
  if (endpoint === 'events') {
    return (
      <>
        Name a click that matters to you, such as “cart.add”, and it is counted here.{' '}
        <a href="/docs/events-and-kudos#events">How to send events</a>
      </>
    );
  }
  if (endpoint === 'kudos') {
    return (
      <>
        A button on your pages lets readers say thanks with one press.{' '}
        <a href="/docs/events-and-kudos#kudos">How to add it</a>
      </>
    );
  }
  if (endpoint === 'agent_visits') {
    return (
      <>
        Crawlers and assistants seldom run scripts: the pixel, or a line on your server, counts them as well.{' '}
        <a href="/docs/snippet#without-javascript">How to count them</a>
      </>
    );
  }
  if (by === 'campaign' || by === 'medium') {
    return (
      <>
        Links that you share can say where they stand: add <code>?utm_{by}=…</code> to their address.
      </>
    );
  }
  if (by === 'source') {
    return (
      <>
        Links that you share can say where they stand: add <code>?ref=…</code> or <code>?utm_source=…</code>.
      </>
    );
  }
  return 'Choose other days above, or look at all time.';
}
