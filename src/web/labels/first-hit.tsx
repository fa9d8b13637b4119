/** Texts around the first hit of a site: the tracking code, what was not counted, the next steps. */
import type { ReactNode } from 'react';
import { ServerLink } from '../ui/server-link.tsx';

export const offTitle = 'Data collection is off';
export const switchOnLink = 'Turn it on in the site settings.';
export const offHint = (link: ReactNode) => <>This site isn’t recording any data. {link}</>;
export const addTrackingCode = 'Add the tracking code';
export const waitingForVisit = (
  <>
    <b>Waiting for your first visit.</b> This page updates automatically.
  </>
);
export const noDataTitle = 'Not seeing data?';
export const goToDashboard = 'Go to dashboard';
export const pasteTrackingCode = (host: ReactNode) => (
  <>
    Paste this line before <code>&lt;/head&gt;</code> on every page of {host}. It sets no cookies.
  </>
);
export const localOriginHint = (origin: string) => (
  <>
    {origin} only works on this computer. To track a live website, start the server with its public address:
  </>
);
export const siteBuildersHint = (
  <>
    Using WordPress, Hugo, Webflow or another site builder?{' '}
    <ServerLink href="/docs/site-builders">See where to paste it</ServerLink>.
  </>
);
export const anyHostCounts = 'Pages on any domain are tracked.';
export const onlyHostCounts = (host: ReactNode) => (
  <>The page must be on {host}, with or without www, or on a domain that you add in the site’s settings.</>
);
export const onlyAddressCounts = (address: ReactNode) => (
  <>The page must be on {address}. Other addresses aren’t tracked.</>
);
export const localhostHint = 'Visits to localhost and local files are never tracked.';
export const blockerHint =
  'An ad blocker or Global Privacy Control may be blocking your own visits. Try another browser or your phone.';
export const cspHint = (origin: string) => (
  <>
    If your site has a Content-Security-Policy, allow <code>{origin}</code> in script-src and connect-src.
  </>
);
export const anotherHost = 'different domain';
export const excluded = 'excluded by your rules';
export const bot = 'bot';
export const privacySignal = 'Do Not Track or Global Privacy Control';
export const spam = 'referrer spam';
export const network = 'hosting or VPN network';
export const collectionOff = 'data collection is off';
export const malformedReport = 'invalid request';
export const notCounted = (views: string, text: string) => `${views} not counted: ${text}`;
export const manyValues = 'many different values';
export const settings = 'Change in settings';
export const nextSteps = 'Your first visit is in. What’s next?';
export const leaveOutVisits = 'Exclude your own visits';
export const leaveOutVisitsHint = 'Keep your own visits out of your stats';
export const turnOnMonitoring = 'Turn on monitoring';
export const turnOnMonitoringHint = 'Get notified when your site goes down or a link breaks';
export const getWeeklyReport = 'Get a weekly report';
export const getWeeklyReportHint = 'A summary of your site by email';
export const hideNextSteps = 'Hide';
