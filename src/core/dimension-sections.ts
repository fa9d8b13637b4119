import type { ViewSection } from './view.ts';

/** The section of each filter and grouping; null: only those who may read all of the site have it. */
export const DIMENSION_SECTIONS: Readonly<Record<string, ViewSection | null>> = {
  path: 'pages',
  entry_page: 'pages',
  exit_page: 'pages',
  hostname: 'pages',
  channel: 'channels',
  referrer: 'referrers',
  referrer_host: 'referrers',
  source: 'sources',
  campaign: 'sources',
  medium: 'sources',
  term: 'sources',
  content: 'sources',
  country: 'countries',
  region: 'regions',
  city: 'cities',
  language: 'languages',
  browser_name: 'browsers',
  browser_version: 'browsers',
  platform_name: 'devices',
  platform_version: 'devices',
  device: 'devices',
  screen: 'screens',
  // Shared links and public pages do not show it.
  network: null,
  bot_sign: null,
  event: 'events',
  value: 'events',
  agent_name: 'agents',
  provider: 'agents',
  category: 'agents',
  status_code: 'agents',
  // A kudo's own name, which its giver's program may have chosen.
  uid: null,
};
