/** Texts of the live page. */
import type { ReactNode } from 'react';

export const hit = 'Hit';
export const kudo = 'Kudo';
export const agentVisit = 'Agent visit';
export const browserOnPlatform = (browser: string, platform: string) => `${browser} on ${platform}`;
export const from = (from: ReactNode) => <>from {from}</>;
export const all = 'All';
export const feedTitle = 'As it happens';
export const resume = 'Go on';
export const pause = 'Pause';
export const newCount = (waiting: string) => `${waiting} new`;
export const feedLabel = 'What happened, newest first';
export const kindsLabel = 'Which kinds are shown';
export const noHitsHint =
  'Open a page of your site in another window: its visit appears here within a second.';
export const noKudosHint = 'Kudos come from the kudos button of the script.';
export const noAgentsHint =
  'Visits of AI agents are found among the hits of your server’s log, or sent with the API.';
export const emptyTitle = 'Nothing in the last 24 hours';
export const howToGetStarted = 'How to get started';
export const pagesLast5Minutes = 'Pages, last 5 minutes';
export const countriesLast5Minutes = 'Countries, last 5 minutes';
export const rightNow = 'Right now';
export const last5Minutes = (part: string) => `${part} in the last 5 minutes`;
export const connectionLost = 'Connection lost, trying again';
export const connecting = 'Connecting';
export const noPages = 'Nobody is reading a page right now.';
export const pagesByHits = 'Pages by hits';
export const noCountries = 'Countries of visitors show up here.';
export const countriesByHits = 'Countries by hits';
export const noEventsHint = 'Events are sent by elements with data-footfall-event, or with the API.';
