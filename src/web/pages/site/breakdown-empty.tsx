/** What stands where a list has no rows: why, and what to do for some. */
import type { ReactNode } from 'react';
import { useView } from '../../app/use-view.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/notices.tsx';
import type { BreakdownFacts } from './breakdown-facts.ts';
import { METRIC_FACTS } from './metrics.ts';

export function NoRows({ facts }: { readonly facts: BreakdownFacts }) {
  const { view, change } = useView();
  const what = facts.endpoint === 'agent_visits' ? 'AI agents' : facts.name.toLowerCase();
  // Those that it is not counted by are not why it is empty.
  const { lacks } = METRIC_FACTS[facts.endpoint];
  if (view.filters.some(({ name }) => !lacks.includes(name))) {
    return (
      <Empty title={`No ${what} with these filters`}>
        <Button isSmall onClick={() => change({ filters: [] })}>
          Clear the filters
        </Button>
      </Empty>
    );
  }
  return <Empty title={`No ${what} in these days`}>{teachingOf(facts)}</Empty>;
}

function teachingOf({ endpoint, by }: BreakdownFacts): ReactNode {
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
