/** Texts of the live page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

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
export const noKudosHint = 'Add a kudos button under Settings, Tracking code.';
export const noAgentsHint = 'AI crawlers are detected in pageviews and server logs, or sent with the API.';
export const emptyTitle = 'No activity in the last 24 hours';
export const howToGetStarted = 'How to get started';
export const rightNow = 'Right now';
export const last5Minutes = (part: string) => `${part} in the last 5 minutes`;
export const connectionLost = 'Connection lost, reconnecting…';
export const connecting = 'Connecting…';
export const noEventsHint = 'The Events page shows how to send events.';
export const last30Minutes = 'Last 30 minutes';
export const chartMetric = 'Shown in the chart';
export const mapTitle = 'Where visitors are';
export const referrersTitle = 'Referrers, last 30 minutes';
export const pagesTitle = 'Pages, last 30 minutes';
export const countriesTitle = 'Countries, last 30 minutes';
export const noneInHalfHour = 'No visitors in the last 30 minutes';
export const visitorsAndViews = (visitors: number, views: number) =>
  `${pluralize(visitors, 'visitor')}, ${pluralize(views, 'pageview')}`;
