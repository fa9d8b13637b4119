/**
 * Asks the API for the first screen of a site while the dashboard's script, which is thirty times as large, is on its way.
 */

import { toDay } from '../lib/time.ts';
import { ask, askTogether, type Question } from './api-early.ts';
import {
  annotationsQuery,
  changesQuery,
  DOWNTIMES_QUERY,
  insightsQuery,
  overviewQuery,
  SITE_QUERY,
  seriesQuery,
} from './first-queries.ts';
import { BROWSER_TIME_ZONE } from './forms/time-zones.ts';
import { isCompared, parseView, resolveDays, toQueries, type View } from './view.ts';

const SITE_PAGE = /^(?:\/team\/\d+)?\/sites\/(\d{1,15})(?:\/|$)(.*)/;
const toMarkQuestions = (
  site: string,
  view: View,
  days: { readonly from: string; readonly to: string },
): Question[] => [
  [`${site}/signals`, annotationsQuery(view, days)],
  [`${site}/insights`, insightsQuery(days)],
];

function start(siteId: string, rest: string): void {
  const site = `/sites/${siteId}`;
  const always = [['/me'], ['/me/settings'], [site, SITE_QUERY]] as const;
  if (rest !== '') {
    askTogether(always);
    return;
  }
  const view = parseView(location.search);
  // Most browsers are in the time zone of the account; where they are not, the page asks again.
  const queries = toQueries(view, BROWSER_TIME_ZONE);
  const days = resolveDays(view, toDay(new Date(), view.zone === 'utc' ? 'UTC' : BROWSER_TIME_ZONE));
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
  if (isCompared(view)) ask(`${site}/overview`, changesQuery(queries));
}

const [, siteId, rest = ''] = SITE_PAGE.exec(location.pathname) ?? [];
if (siteId !== undefined) start(siteId, rest);
