/** Texts of the list of sites. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const addASite = 'Add a site';
export const urlIsNeededSuchAs = 'url is needed, such as example.org';
export const addTheSite = 'Add the site';
export const address = 'Address';
export const whereItsPagesAreSuch = 'Where its pages are, such as example.org';
export const label = 'Label';
export const whatYouCallItHere = 'What you call it here. Left empty, it is the host.';
export const moveDragOrPressThe = (name: string) => `Move ${name}: drag, or press the arrow keys`;
export const dragOrPressTheArrow = 'Drag, or press the arrow keys';
export const thereIsNoSiteHere = 'There is no site here yet. Whoever runs this account adds them.';
export const aSiteIsAnAddress =
  'A site is an address whose visits are counted. You get one line to paste into its pages. It sets no cookie.';
export const addItsAddressOnlyPages = (
  <>
    <b>Add its address.</b> Only pages of that host count, with or without www.
  </>
);
export const pasteTheLineIntoThe = (
  <>
    <b>Paste the line</b> into the head of its pages. <a href="/docs/site-builders">Site builders</a> have a
    place for it.
  </>
);
export const openOneOfThemThe = (
  <>
    <b>Open one of them.</b> The visit shows here within a second.
  </>
);
export const yourTeams = 'Your teams';
export const noPlan = 'No plan';
export const sitesOf = (name: ReactNode) => <>Sites of {name}</>;
export const yourAccountHasNoPlan =
  'Your account has no plan, so that its sites cannot be shown. Nothing of them is lost.';
export const sitesOfYourOwnNeed = (email: string) => (
  <>
    Sites of your own need a plan. Whoever runs this server gives you one:{' '}
    <code>footfall user set {email} --plan pro</code>
  </>
);
export const pinned = 'Pinned';
export const waitingForTheFirstHit = 'Waiting for the first hit';
export const visitor = 'visitor';
export const hit = 'hit';
export const moveUp = 'Move up';
export const moveDown = 'Move down';
export const moreAbout = (label: string) => `More about ${label}`;
export const unpin = 'Unpin';
export const pinToTheTop = 'Pin to the top';
export const live = 'Live';
export const monitoring = 'Monitoring';
export const settings = 'Settings';
export const ofSites = (count: number, count2: number) => `${count} of ${count2} sites`;
export const noSiteIsCalledThat = 'No site is called that';
export const namesAndAddressesAreSearched = 'Names and addresses are searched.';
export const showAllSites = 'Show all sites';
export const visitors = 'Visitors';
export const hits = 'Hits';
export const pinnedSites = 'Pinned sites';
export const otherSites = 'Other sites';
export const sites = 'Sites';
export const switchedOff = 'Switched off';
export const issueCount = (count: number) => pluralize(count, 'issue');
export const inTheContentOf = (label: string) => ` in the content of ${label}`;
export const up = 'Up';
export const down = 'Down';
export const downForDays = 'Down for days';
export const notCheckedYet = 'Not checked yet';
export const loading = 'Loading';
export const addYourFirstSite = 'Add your first site';
export const sitesOfWith = (name: string) => `Sites of ${name}`;
export const sitesOfNode = (name: ReactNode) => <>Sites of {name}</>;
export const allSitesTogether = 'All sites together';
export const allSites = 'All sites';
export const findASite = 'Find a site';
export const newGroup = 'New group';
export const theDayBefore = 'the day before';
export const theDaysBefore = (count: number) => `the ${count} days before`;
export const against = (name: string, before: string, part: string) => `${name} · against ${before}${part}`;
export const theOrderCouldNotBe = (error: string) => `The order could not be kept: ${error}`;
export const soFar = ', so far';
export const isNowOf = (label: string, place: number, count: number) =>
  `${label} is now ${place} of ${count}`;
export const isPinnedToTheTop = (label: string) => `${label} is pinned to the top`;
export const isNoLongerPinned = (label: string) => `${label} is no longer pinned`;
