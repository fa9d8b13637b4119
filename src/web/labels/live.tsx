/** Texts of the live page. */
import type { ReactNode } from 'react';

export const hit = 'Pageview';
export const kudo = 'Kudo';
export const agentVisit = 'AI crawler';
export const browserOnPlatform = (browser: string, platform: string) => `${browser} on ${platform}`;
export const from = (from: ReactNode) => <>from {from}</>;
export const all = 'All';
export const feedTitle = 'Live activity';
export const resume = 'Resume';
export const pause = 'Pause';
export const newCount = (waiting: string) => `${waiting} new`;
export const feedLabel = 'Activity, newest first';
export const kindsLabel = 'Activity types';
export const noHitsHint =
  'Open a page of your site in another window. Your visit appears here within a second.';
export const noKudosHint = 'Kudos come from the kudos button of the tracking code.';
export const noAgentsHint = 'AI crawlers are detected in pageviews and server logs, or sent with the API.';
export const emptyTitle = 'No activity in the last 24 hours';
export const howToGetStarted = 'How to get started';
export const pagesLast5Minutes = 'Pages, last 5 minutes';
export const countriesLast5Minutes = 'Countries, last 5 minutes';
export const rightNow = 'Right now';
export const last5Minutes = (part: string) => `${part} in the last 5 minutes`;
export const connectionLost = 'Connection lost, reconnecting…';
export const connecting = 'Connecting…';
export const noPages = 'No visitors right now';
export const pagesByHits = 'Pages by pageviews';
export const noCountries = 'No countries right now';
export const countriesByHits = 'Countries by pageviews';
export const noEventsHint = 'Events come from elements with data-footfall-event, or from the API.';
