/**
 * Asks the API for the first screen of a site while the dashboard's script, which is a hundred times as large, is on its
 * way. A document of its own language needs nothing of it: it has no texts.
 */

import { toDay } from '../lib/time.ts';
import { apiUrl, type Query } from './api-url.ts';
import { type EarlyAnswer, keepEarlyAnswer } from './early-answers.ts';
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
const API = '/api/v1';
const HEADERS = { accept: 'application/json' };

/** Asks one question; a connection that fails is left to the dashboard's own request. */
const ask = (path: string, query: Query): void => {
  const address = apiUrl(path, query);
  const answer = fetch(address, { headers: HEADERS }).then(
    async (response): Promise<EarlyAnswer> => ({ status: response.status, answer: await response.json() }),
  );
  keepEarlyAnswer(
    address,
    answer.catch(() => undefined),
  );
};

type Question = readonly [path: string, query?: Query];

/** Asks several quick questions at once. */
function askTogether(questions: readonly Question[]): void {
  const addresses = questions.map(([path, query]) => apiUrl(path, query));
  const search = new URLSearchParams(addresses.map(address => ['path', address.slice(API.length)]));
  const answers = fetch(`/batch?${search}`, { headers: HEADERS })
    .then(async response => (await response.json()) as { answers: { status: number; body: unknown }[] })
    .then(({ answers }) => answers.map(({ status, body }): EarlyAnswer => ({ status, answer: body })))
    .catch((): EarlyAnswer[] => []);
  addresses.forEach((address, index) => {
    keepEarlyAnswer(
      address,
      answers.then(all => all[index]),
    );
  });
}

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
