/** Texts of the list of sites. */

import { pluralize } from '../../lib/english.ts';
import { ServerLink } from '../ui/server-link.tsx';
import { formatNumber } from './language.ts';

export const addSite = 'Add site';
export const addressHint = 'Your domain, e.g. example.org';
export const addressFaults = {
  missing: 'Enter your site’s address, such as example.org',
  invalid: 'This isn’t a web address. Enter one such as example.org',
  local: 'Pages on localhost are never tracked. Enter the address your visitors use, such as example.org',
  without_dot: 'This address has no domain ending. Enter one such as example.org',
} as const;
export const labelHint = 'Defaults to the domain';
export const dragHandle = (name: string) => `Move ${name}: drag, or use the arrow keys`;
export const dragHint = 'Drag, or use the arrow keys';
export const noSites = 'No sites yet. Ask the owner or an admin of the account to add one.';
export const firstSiteHint =
  'Add a website to track. You’ll get one line of code to paste into its pages. It sets no cookies.';
export const stepAddress = (
  <>
    <b>Enter its address.</b> Only visits to this domain are tracked, with or without www.
  </>
);
export const stepSnippet = (
  <>
    <b>Add the tracking code</b> to the head of its pages, or to your{' '}
    <ServerLink href="/docs/site-builders">site builder</ServerLink>.
  </>
);
export const stepOpen = (
  <>
    <b>Open a page.</b> Your visit shows up here within a second.
  </>
);
export const yourTeams = 'Your teams';
export const noPlan = 'No plan';
export const noPlanHint = 'Your account has no plan, so its sites can’t be shown. No data is lost.';
export const planHint = (email: string) => (
  <>
    You need a plan to add sites. Ask the server’s operator to run{' '}
    <code>footfall user set {email} --plan pro</code>
  </>
);
export const waitingForHit = 'Waiting for the first visit';
export const siteCountOf = (count: number, count2: number) => `${count} of ${count2} sites`;
export const states = 'Status';
export const stateCounts = {
  all: (count: number) => `All ${formatNumber(count)}`,
  down: (count: number) => `Down ${formatNumber(count)}`,
  no_hits: (count: number) => `No pageviews ${formatNumber(count)}`,
} as const;
export const sorts = {
  own: 'My order',
  name: 'Name',
  visitors: 'Visitors',
  rising: 'Rising most',
  falling: 'Falling most',
  status: 'Status',
} as const;
export const sortedBy = (sort: string) => `Sort: ${sort}`;
export const statusColumn = 'Status';
export const noMatch = 'No results';
export const noMatchHint = 'Try a site name or address, or show all sites.';
export const showAllSites = 'Show all sites';
export const pinnedSites = 'Pinned sites';
export const otherSites = 'Other sites';
export const issueCount = (count: number) => pluralize(count, 'issue');
export const inContentOf = (label: string) => ` with the content of ${label}`;
export const downSince = (time: string) => `Down since ${time}`;
export const downForDays = 'Down, checks paused';
export const notCheckedYet = 'Pending';
export const allSitesTogether = 'Totals';
export const against = (name: string, before: string, part: string) =>
  `${name} · compared with ${before}${part}`;
export const orderNotSaved = (error: string) => `Couldn’t save the order: ${error}`;
export const movedTo = (label: string, place: number, count: number) =>
  `${label} moved to position ${place} of ${count}`;
export const pinnedToTop = (label: string) => `${label} pinned`;
export const unpinned = (label: string) => `${label} unpinned`;
