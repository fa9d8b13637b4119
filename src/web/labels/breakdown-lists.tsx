/** Texts of lists of the overview: how to get rows where they are empty, and what some of them mean. */
import { ServerLink } from '../ui/server-link.tsx';

export const emptyEvents = (
  <>
    Track clicks, signups or purchases as events, such as “cart.add”.{' '}
    <ServerLink href="/docs/events-and-kudos#events">How to send events</ServerLink>
  </>
);
export const emptyKudos = (
  <>
    Add a button that lets readers thank you with one click.{' '}
    <ServerLink href="/docs/events-and-kudos#kudos">How to add kudos</ServerLink>
  </>
);
export const emptyAgents = (
  <>
    Crawlers rarely run JavaScript: use the pixel, or report their visits from your server.{' '}
    <ServerLink href="/docs/snippet#without-javascript">How to track AI crawlers</ServerLink>
  </>
);
export const emptyCampaigns = (by: string) => (
  <>
    Tag the links you share with <code>?utm_{by}=…</code> to see them here.
  </>
);
export const emptyPlaces = 'Only countries are stored. You can change this in Settings, Privacy.';
export const emptyNetworks = 'Networks are known for new visits only, by their address.';
export const emptySources = (
  <>
    Tag the links you share with <code>?ref=…</code> or <code>?utm_source=…</code> to see sources here.
  </>
);
export const emptyVisits = (
  <>
    Pageviews in this period have no visitor, so they don’t belong to any visit. Send a{' '}
    <code>visitor_id</code> with each pageview.{' '}
    <ServerLink href="/docs/filters-and-reports#visits-and-visitors">How visits are counted</ServerLink>
  </>
);
export const longerPeriodHint = 'Try a longer period.';
export const botSigns = (
  <>
    People leave such signs, too, and nothing is left out because of them.{' '}
    <ServerLink href="/docs/places-and-devices#signs-of-bots">What they mean</ServerLink>
  </>
);
