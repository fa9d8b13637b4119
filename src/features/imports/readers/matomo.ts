/**
 * Reads Matomo: visits from the API, `Live.getLastVisitsDetails` in JSON, as one page or several in a row. Source:
 * the plugins Live, Actions, Events, Referrers and DevicesDetection of Matomo 3 to 5. Times of visits are UTC; those of
 * actions are shifted to the zone of the site (`Date::factory` with a zone), by as much as the first differs from the visit's.
 */
import { findOwn } from '../../../lib/find-own.ts';
import { forEachJson, type JsonObject } from '../input/json.ts';
import { toMobile, toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryCode } from './countries.ts';
import { toEventName } from './event-name.ts';
import type { RowReader, RowTarget } from './reader.ts';
import {
  toOwnBrowserVersion,
  toOwnLanguage,
  toOwnPlace,
  toOwnPlatformVersion,
  toOwnScreen,
} from './visit-details.ts';
import { chooseWebsites, type ForeignWebsite, isHostOf, toBareHost } from './websites.ts';

const COLUMNS = [
  'type',
  'created_at',
  'path',
  'referrer',
  'source',
  'event',
  'value',
  'visitor_id',
  'browser_name',
  'platform_name',
  'is_mobile',
  'country',
  'browser_version',
  'platform_version',
  'region',
  'city',
  'language',
  'screen',
] as const;

/** Returns a property as text: versions differ in whether numbers are texts. Empty for none. */
const textOf = (object: JsonObject, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};

const secondsOf = (object: JsonObject, name: string): number | undefined => {
  const text = textOf(object, name);
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
};

/** Returns the actions of a visit; undefined where it is no visit. */
function listActions(visit: JsonObject): readonly JsonObject[] | undefined {
  const { actionDetails: actions } = visit;
  if (typeof actions !== 'object' || actions === null) return undefined;
  // PHP writes lists with gaps as objects.
  return Object.values(actions).filter(action => typeof action === 'object' && action !== null);
}

/** Result of converting an action: a hit, or an event with a name and a value. */
interface Visited {
  readonly event: string | null;
  readonly value: string;
  readonly page: string;
}

/** Actions that are imported, by their type. */
const ACTIONS: Readonly<Record<string, (action: JsonObject) => Visited>> = {
  action: action => ({ event: null, value: '', page: textOf(action, 'url') }),
  event: action => ({
    event: toEventName(
      [textOf(action, 'eventCategory'), textOf(action, 'eventAction')].filter(Boolean).join('.'),
      'matomo',
    ),
    value: textOf(action, 'eventName') || textOf(action, 'eventValue'),
    page: textOf(action, 'url'),
  }),
  search: action => ({
    event: 'matomo.search',
    value: textOf(action, 'siteSearchKeyword'),
    page: textOf(action, 'url'),
  }),
  outlink: action => ({ event: 'matomo.outlink', value: textOf(action, 'url'), page: '' }),
  download: action => ({ event: 'matomo.download', value: textOf(action, 'url'), page: '' }),
};

const GOALS = ['goals', 'they are counted from hits and events here'] as const;
const ORDERS = ['orders and carts', 'they are not recorded here'] as const;
const LEFT_OUT: Readonly<Record<string, readonly [what: string, why: string]>> = {
  goal: GOALS,
  ecommerceOrder: ORDERS,
  ecommerceAbandonedCart: ORDERS,
};
const OTHER_ACTIONS = ['other actions', 'they are neither page views nor events'] as const;
const NO_ADDRESS = ['page views without an address', 'Matomo knew their title only'] as const;
const NO_ACTIONS = ['visits without actions', 'there is nothing to import'] as const;
const OF_OTHERS = [
  'visits of other websites',
  'the file has several, and they are not of this site',
] as const;

const QUARTER_HOUR = 15 * 60;
const TOLERANCE = 60;
const MAX_SHIFT = 15 * 60 * 60;

/** Returns the offset of the times of actions in seconds: zones differ by whole quarters of an hour. */
function findShift(visit: JsonObject, times: readonly number[]): number {
  if (times.length === 0) return 0;
  const first = secondsOf(visit, 'firstActionTimestamp');
  const last = secondsOf(visit, 'lastActionTimestamp') ?? secondsOf(visit, 'serverTimestamp');
  const differences = [
    first === undefined ? undefined : Math.min(...times) - first,
    last === undefined ? undefined : Math.max(...times) - last,
  ];
  for (const difference of differences) {
    if (difference === undefined) continue;
    const shift = Math.round(difference / QUARTER_HOUR) * QUARTER_HOUR;
    if (Math.abs(difference - shift) <= TOLERANCE && Math.abs(shift) <= MAX_SHIFT) return shift;
  }
  return 0;
}

/** Returns the times of actions in seconds; those that have none come after what was spent on the one before. */
function listTimes(visit: JsonObject, actions: readonly JsonObject[]): (number | undefined)[] {
  const given = actions.map(action => secondsOf(action, 'timestamp'));
  const shift = findShift(
    visit,
    given.filter(time => time !== undefined),
  );
  let next = secondsOf(visit, 'firstActionTimestamp') ?? secondsOf(visit, 'serverTimestamp');
  return actions.map((action, index) => {
    const own = given[index];
    const time = own === undefined ? next : own - shift;
    next = time === undefined ? undefined : time + (secondsOf(action, 'timeSpent') ?? 0);
    return time;
  });
}

const MAX_SECONDS = 253_402_300_799;

const toIso = (seconds: number | undefined): string => {
  if (seconds === undefined) return '';
  return Math.abs(seconds) > MAX_SECONDS ? String(seconds) : new Date(seconds * 1000).toISOString();
};

/** Returns the details of a visitor, in the order of the columns. The icon's name is not translated. */
function listVisitor(visit: JsonObject): (string | null)[] {
  const icon = /devices\/([a-z_]+)\.\w+$/.exec(textOf(visit, 'deviceTypeIcon'))?.[1];
  const system =
    textOf(visit, 'operatingSystemName') || textOf(visit, 'operatingSystem').replace(/ [\d.]+$/, '');
  return [
    textOf(visit, 'visitorId') || null,
    toOwnBrowserName(textOf(visit, 'browserName')),
    toOwnPlatformName(system),
    toMobile((icon ?? textOf(visit, 'deviceType')).replaceAll('_', ' ')),
    toCountryCode(textOf(visit, 'countryCode')),
    toOwnBrowserVersion(textOf(visit, 'browserVersion')),
    toOwnPlatformVersion(textOf(visit, 'operatingSystemVersion')),
    toOwnPlace(textOf(visit, 'region')),
    toOwnPlace(textOf(visit, 'city')),
    toOwnLanguage(textOf(visit, 'languageCode')),
    toOwnScreen(textOf(visit, 'resolution')),
  ];
}

/** Returns where a visit came from: an address, and the name of a campaign. */
function listOrigin(visit: JsonObject): (string | null)[] {
  const isCampaign = textOf(visit, 'referrerType') === 'campaign';
  const source = isCampaign ? textOf(visit, 'campaignSource') || textOf(visit, 'referrerName') : '';
  return [textOf(visit, 'referrerUrl') || null, source || null];
}

/** Passes the actions of a visit on. */
function readVisit(target: RowTarget, visit: JsonObject, line: number): void {
  const actions = listActions(visit) ?? [];
  if (actions.length === 0) target.leaveOut(...NO_ACTIONS);
  const times = listTimes(visit, actions);
  const visitor = listVisitor(visit);
  // A visit came from elsewhere once: what follows was opened from the site itself.
  let origin = listOrigin(visit);
  for (const [index, action] of actions.entries()) {
    const type = textOf(action, 'type');
    const visited = findOwn(ACTIONS, type)?.(action);
    if (visited === undefined) target.leaveOut(...(findOwn(LEFT_OUT, type) ?? OTHER_ACTIONS));
    else if (visited.event === null && visited.page === '') target.leaveOut(...NO_ADDRESS);
    else {
      const { event, value, page } = visited;
      const kind = event === null ? 'hit' : 'event';
      target.row(line, [kind, toIso(times[index]), page, ...origin, event, value, ...visitor]);
      origin = [null, null];
    }
  }
}

/** Returns the host of a visit's first page; empty where it has none. */
function findHost(visit: JsonObject): string {
  const page = listActions(visit)?.find(action => textOf(action, 'type') === 'action');
  return page ? toBareHost(textOf(page, 'url')) : '';
}

const MAX_HOSTS = 100;

export const matomo: RowReader = {
  kind: 'rows',
  columns: COLUMNS,
  recognises: ({ text, json }) =>
    json === undefined
      ? /^\s*[[{]/.test(text) && text.includes('"idVisit"') && text.includes('"actionDetails"')
      : 'idVisit' in json && 'actionDetails' in json,
  async read(entry, target, { siteHosts }) {
    const hosts = new Map<string, Set<string>>();
    let isFound = false;
    const unheard = { bad: () => {}, flush: async () => {}, signal: target.signal };
    await forEachJson(entry, unheard, {
      isDone: () => isFound,
      read: visit => {
        const id = textOf(visit, 'idSite');
        const host = findHost(visit);
        const ofWebsite = hosts.get(id) ?? new Set();
        hosts.set(id, ofWebsite);
        if (host && ofWebsite.size < MAX_HOSTS) ofWebsite.add(host);
        isFound ||= isHostOf(siteHosts, host);
      },
    });
    const websites = [...hosts].map(
      ([id, ofWebsite]): ForeignWebsite => ({ id, name: '', hosts: ofWebsite }),
    );
    const chosen = chooseWebsites(websites, siteHosts, entry.name);
    await forEachJson(entry, target, {
      read: (visit, line) => {
        const id = textOf(visit, 'idSite');
        if (textOf(visit, 'result') === 'error')
          target.bad(line, `is an error of Matomo: ${textOf(visit, 'message').slice(0, 200)}`);
        else if (listActions(visit) === undefined) target.bad(line, 'is no visit: it has no actionDetails');
        else if (chosen.has(id)) readVisit(target, visit, line);
        else target.leaveOut(...OF_OTHERS);
      },
    });
  },
};
