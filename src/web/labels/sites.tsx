/** Texts of the list of sites. */
import { pluralize } from '../../lib/english.ts';

export const addSite = 'Add a site';
export const urlMissing = 'url is needed, such as example.org';
export const submitSite = 'Add the site';
export const addressHint = 'Where its pages are, such as example.org';
export const labelHint = 'What you call it here. Left empty, it is the host.';
export const dragHandle = (name: string) => `Move ${name}: drag, or press the arrow keys`;
export const dragHint = 'Drag, or press the arrow keys';
export const noSites = 'There is no site here yet. The owner or an admin of the account adds them.';
export const firstSiteHint =
  'A site is an address whose visits are counted. You get one line to paste into its pages. It sets no cookie.';
export const stepAddress = (
  <>
    <b>Add its address.</b> Only pages of that host count, with or without www.
  </>
);
export const stepSnippet = (
  <>
    <b>Paste the line</b> into the head of its pages. <a href="/docs/site-builders">Site builders</a> have a
    place for it.
  </>
);
export const stepOpen = (
  <>
    <b>Open one of them.</b> The visit shows here within a second.
  </>
);
export const yourTeams = 'Your teams';
export const noPlan = 'No plan';
export const noPlanHint =
  'Your account has no plan, so that its sites cannot be shown. Nothing of them is lost.';
export const planHint = (email: string) => (
  <>
    Sites of your own need a plan. The operator of this server gives you one:{' '}
    <code>footfall user set {email} --plan pro</code>
  </>
);
export const waitingForHit = 'Waiting for the first hit';
export const siteCountOf = (count: number, count2: number) => `${count} of ${count2} sites`;
export const noMatch = 'No site is called that';
export const noMatchHint = 'Names and addresses are searched.';
export const showAllSites = 'Show all sites';
export const pinnedSites = 'Pinned sites';
export const otherSites = 'Other sites';
export const issueCount = (count: number) => pluralize(count, 'issue');
export const inContentOf = (label: string) => ` in the content of ${label}`;
export const downForDays = 'Down for days';
export const notCheckedYet = 'Not checked yet';
export const allSitesTogether = 'All sites together';
export const against = (name: string, before: string, part: string) =>
  `${name} · compared with ${before}${part}`;
export const orderNotSaved = (error: string) => `The order could not be kept: ${error}`;
export const soFar = ', so far';
export const movedTo = (label: string, place: number, count: number) =>
  `${label} is now ${place} of ${count}`;
export const pinnedToTop = (label: string) => `${label} is pinned to the top`;
export const unpinned = (label: string) => `${label} is no longer pinned`;
