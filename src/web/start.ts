/**
 * Asks the API for the first screen of a site, or of the list of sites, while the dashboard's script, which is thirty times as large, is on its way.
 */

import { toDay } from '../lib/time.ts';
import { ask, askTogether, type Question } from './api-early.ts';
import { currentPath } from './base-path.ts';
import {
  annotationsQuery,
  changesQuery,
  DOWNTIMES_QUERY,
  insightsQuery,
  overviewQuery,
  SITE_QUERY,
  seriesQuery,
  sitesQuery,
} from './first-queries.ts';
import { BROWSER_TIME_ZONE } from './forms/time-zones.ts';
import { isCompared, parseView, resolveDays, resolveZone, toQueries, type View } from './view.ts';

const SITE_PAGE = /^(?:\/team\/\d+)?\/sites\/(\d{1,15})(?:\/|$)(.*)/;
/** The list of sites, or the page of a group. */
const SITES_PAGE = /^(?:\/team\/\d+)?\/(?:groups\/\d+)?$/;

const toMarkQuestions = (
  site: string,
  view: View,
  days: { readonly from: string; readonly to: string },
): Question[] => [
  [`${site}/signals`, annotationsQuery(view, days)],
  [`${site}/insights`, insightsQuery(days)],
];

function startSite(siteId: string, rest: string): void {
  const site = `/sites/${siteId}`;
  const always = [['/me'], ['/me/settings'], [site, SITE_QUERY]] as const;
  if (rest !== '') {
    askTogether(always);
    return;
  }
  const view = parseView(location.search);
  // Most browsers are in the time zone of the site; where they are not, the page asks again.
  const zones = { user: BROWSER_TIME_ZONE, site: BROWSER_TIME_ZONE };
  const queries = toQueries(view, zones);
  const days = resolveDays(view, toDay(new Date(), resolveZone(view, zones).timeZone));
  ask(`${site}/overview`, overviewQuery(queries));
  if (days && (view.metric === null || ['visitors', 'visits', 'hits'].includes(view.metric)))
    ask(`${site}/hits`, seriesQuery(queries, { endpoint: 'hits', interval: queries.interval }));
  askTogether([
    ...always,
    [`${site}/settings`],
    [`${site}/features`],
    ...(days ? toMarkQuestions(site, view, days) : []),
    [`${site}/uptime`, DOWNTIMES_QUERY],
  ]);
  if (isCompared(view)) ask(`${site}/overview`, changesQuery(queries, view.metric));
}

function startSites(): void {
  const view = parseView(location.search);
  ask('/sites', sitesQuery(view, toQueries(view, { user: BROWSER_TIME_ZONE, site: undefined })));
  // Plans without groups refuse that one, and their pages do not ask for it.
  askTogether([['/me'], ['/me/settings'], ['/sites/order'], ['/groups']]);
}

const pathname = currentPath();
const [, siteId, rest = ''] = SITE_PAGE.exec(pathname) ?? [];
if (siteId !== undefined) startSite(siteId, rest);
else if (SITES_PAGE.test(pathname)) startSites();
