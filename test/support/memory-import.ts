/** Reading an import file of the own format (NDJSON only) row by row: the plain form of the rules that the real engine states in SQL. */

import { isIP } from 'node:net';
import { findCaptureOf } from '../../src/core/capture.ts';
import { nameSource } from '../../src/core/channels/name-sources.ts';
import { type HitKind, IMPORTED, type ImportedKind } from '../../src/core/hits/columns.ts';
import { fitAddresses } from '../../src/core/hits/fit-address.ts';
import { type ImportReport, type ImportRequest, toFaultKind } from '../../src/core/hits/import.ts';
import { beforeQuery, splitPath } from '../../src/core/hits/page-path.ts';
import { CURRENCIES } from '../../src/core/hits/revenue.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { isAllowedReferrer, isEventName } from '../../src/ingest/parse-write.ts';
import { hashSha256 } from '../../src/lib/hash.ts';
import { normalizeAddress } from '../../src/lib/net.ts';
import { toDay } from '../../src/lib/time.ts';
import { NO_VALUES } from './hit-rows.ts';

type Fields = Readonly<Record<string, string | undefined>>;

class Fault extends Error {}

const NAMES_BY_LIMIT: Readonly<Record<number, readonly string[]>> = {
  20: ['browser_version', 'platform_version'],
  35: ['language'],
  100: ['region', 'city'],
  128: ['event', 'visitor_id'],
  200: ['source', 'browser_name', 'platform_name', 'agent_name', 'provider'],
  1024: ['path', 'value', 'user_agent'],
  2048: ['url', 'referrer'],
};
const LIMITS = Object.entries(NAMES_BY_LIMIT).flatMap(([limit, names]) =>
  names.map(name => ({ name, limit: Number(limit) })),
);
const CONTROL = /\p{Cc}/u;
const WITH_CONTROL = ['referrer', 'value', 'user_agent', 'visitor_id'];
const BOOLEANS = ['is_mobile', 'many_agents', 'visitor_is_stable', 'is_unique'];
const NAMED = [
  ...LIMITS.map(({ name }) => name),
  ...['type', 'created_at', 'country', 'ip_address', 'visitor_hash', 'screen', 'network', ...BOOLEANS],
  ...['properties', 'revenue_amount', 'revenue_currency'],
];
const INSTANT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i;
const SCREEN_NAMES = ['phone', 'tablet', 'laptop', 'desktop', 'wide'];
const NETWORK_NAMES = ['hosting', 'vpn', 'business', 'access'];
const CATEGORIES = ['answer_fetch', 'search_index', 'training', 'ai_crawler'];

/** Revenue as an event of the API has it, in columns. */
const columnsOfRevenue = (revenue: unknown): Record<string, unknown> => {
  if (revenue === undefined || revenue === null) return {};
  const { amount = revenue, currency } = typeof revenue === 'object' ? Object(revenue) : {};
  return { revenue_amount: amount, ...(currency === undefined ? {} : { revenue_currency: currency }) };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const fieldsOf = (line: string): Fields => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new Fault('not a JSON object');
  }
  if (!isObject(parsed) || Array.isArray(parsed)) throw new Fault('not a JSON object');
  for (const [name, value] of Object.entries(parsed))
    if (NAMED.includes(name) && isObject(value) && (name !== 'properties' || Array.isArray(value)))
      throw new Fault(
        `${name} must be a single value, got ${Array.isArray(value) ? 'an array' : 'an object'}`,
      );
  if (Object.values(parsed).some(value => typeof value === 'string' && !value.isWellFormed()))
    throw new Fault('holds a broken character');
  const { revenue, ...columns } = parsed as Record<string, unknown>;
  const entries = Object.entries({ ...columnsOfRevenue(revenue), ...columns }).filter(
    ([name, value]) => value !== null && (value !== '' || name === 'value'),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
};

const isTrue = (text = ''): boolean => /^(true|1)$/i.test(text);

const kindOf = (given = 'hit'): ImportedKind => {
  const kind = IMPORTED.find(known => known === given);
  if (kind) return kind;
  throw new Fault(`type must be hit, event, agent_visit or engagement, got "${given}"`);
};

const instantOf = (given: string | undefined, now: Date): Date => {
  if (given === undefined) throw new Fault('created_at is missing');
  const zoned = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(given.slice(10))
    ? given
    : `${given.length > 10 ? given : `${given}T00:00`}Z`;
  const instant = new Date(zoned.replace(' ', 'T'));
  const isDay = new Date(given.slice(0, 10)).getUTCDate() === Number(given.slice(8, 10));
  if (!INSTANT.test(given) || !isDay || Number.isNaN(+instant))
    throw new Fault(`created_at must be an ISO 8601 time, got "${given}"`);
  if (+instant < 0) throw new Fault(`created_at must not be before 1970, got "${given}"`);
  if (+instant > +now + 86_400_000) throw new Fault('created_at is more than a day in the future');
  return instant;
};

const pathOf = (given: string | undefined, kind: ImportedKind): string | null => {
  if (given === undefined && kind !== 'event') throw new Fault('path is missing');
  if (given === undefined) return null;
  return given.startsWith('/') ? given : `/${given}`;
};

const isUpTo = (text: string | undefined, maximum: number): boolean =>
  /^\d{1,9}$/.test(text ?? '') && Number(text) <= maximum;
const hasEngagement = ({ view, engaged_seconds, scroll_depth }: Fields): boolean =>
  /^\d{1,19}$/.test(view ?? '') &&
  isUpTo(engaged_seconds, 86_400) &&
  (scroll_depth === undefined || isUpTo(scroll_depth, 100));

/** Fields that are shortened. */
const ADDRESSES = ['path', 'url', 'referrer'];

const checkFields = (fields: Fields, kind: ImportedKind): void => {
  if (kind === 'event' && fields.event === undefined) throw new Fault('event is missing');
  const { event = '' } = fields;
  if (kind === 'event' && !isEventName(event) && findCaptureOf(event) === undefined)
    throw new Fault(`event must be in category.action form, got "${fields.event}"`);
  for (const { name, limit } of LIMITS)
    if (!ADDRESSES.includes(name) && [...(fields[name] ?? '')].length > limit)
      throw new Fault(`${name} is longer than ${limit} characters`);
  for (const { name } of LIMITS)
    if (!WITH_CONTROL.includes(name) && CONTROL.test(fields[name] ?? ''))
      throw new Fault(`${name} must not contain control characters`);
  if (fields.url !== undefined && !/^https?:\/\//i.test(fields.url))
    throw new Fault(`url must be an http:// or https:// address, got "${fields.url}"`);
  if (fields.country !== undefined && !/^[A-Z]{2}$/.test(fields.country))
    throw new Fault(`country must be two capital letters, got "${fields.country}"`);
  if (fields.language !== undefined && !/^[a-z]{2,3}(-([A-Z]{2}|\d{3}))?$/.test(fields.language))
    throw new Fault(`language must be a tag such as de or pt-BR, got "${fields.language}"`);
  if (fields.screen !== undefined && !SCREEN_NAMES.includes(fields.screen))
    throw new Fault(`screen must be ${SCREEN_NAMES.join(', ')}, got "${fields.screen}"`);
  if (fields.network !== undefined && !NETWORK_NAMES.includes(fields.network))
    throw new Fault(`network must be ${NETWORK_NAMES.join(', ')}, got "${fields.network}"`);
  if (fields.visitor_hash !== undefined && !/^[0-9a-f]{16}$/i.test(fields.visitor_hash))
    throw new Fault(`visitor_hash must be 16 hexadecimal digits, got "${fields.visitor_hash}"`);
  for (const name of BOOLEANS)
    if (fields[name] !== undefined && !/^(true|false|1|0)$/i.test(fields[name]))
      throw new Fault(`${name} must be true or false, got "${fields[name]}"`);
  if (kind === 'agent_visit' && fields.category !== undefined && !CATEGORIES.includes(fields.category))
    throw new Fault(`category must be ${CATEGORIES.join(', ')}, got "${fields.category}"`);
  if (kind === 'engagement' && !hasEngagement(fields))
    throw new Fault(
      'engagement must have view, a number, and engaged_seconds up to 86400, and may have scroll_depth up to 100',
    );
  if (fields.ip_address !== undefined && isIP(fields.ip_address) === 0)
    throw new Fault(`ip_address must be an IPv4 or IPv6 address, got "${fields.ip_address}"`);
};

const visitorOf = (
  fields: Fields,
  createdAt: Date,
  { derive, siteZone = 'UTC' }: ImportRequest,
): Pick<NewHit, 'visitorHash' | 'visitorScope'> => {
  if (fields.visitor_hash !== undefined)
    return {
      visitorHash: BigInt(`0x${fields.visitor_hash}`),
      visitorScope: isTrue(fields.visitor_is_stable ?? 'true') ? 'stable' : 'day',
    };
  if (fields.visitor_id !== undefined)
    return { visitorHash: derive.visitor(fields.visitor_id), visitorScope: 'stable' };
  if (fields.ip_address === undefined && fields.user_agent === undefined)
    return { visitorHash: null, visitorScope: null };
  const day = toDay(createdAt, siteZone);
  const address = fields.ip_address === undefined ? null : normalizeAddress(fields.ip_address);
  const visitorHash = hashSha256(`${derive.salt}\n${day}\n${address ?? ''}\n${fields.user_agent ?? ''}`);
  return { visitorHash, visitorScope: 'day' };
};

const propertiesOf = ({ properties }: Fields, derive: ImportRequest['derive']): string | null => {
  const stored = properties === undefined ? null : derive.properties(properties);
  if (stored !== undefined) return stored;
  throw new Fault(
    `properties must be a JSON object with at most 20 texts, numbers or truth values, got "${properties?.slice(0, 60)}"`,
  );
};

const revenueOf = (
  { revenue_amount: amount, revenue_currency: currency }: Fields,
  kind: ImportedKind,
): Pick<NewHit, 'revenueAmount' | 'revenueCurrency'> => {
  if (kind !== 'event') return { revenueAmount: null, revenueCurrency: null };
  if (amount !== undefined && (!/^\d{1,12}(\.\d{1,4}0*)?$/.test(amount) || Number(amount) > 1e11))
    throw new Fault(
      `revenue_amount must be a number from 0 to 100000000000 with at most 4 decimals, got "${amount}"`,
    );
  if (currency !== undefined && !CURRENCIES.has(currency))
    throw new Fault(`revenue_currency must be a code of ISO 4217 in capitals, got "${currency}"`);
  if ((amount === undefined) !== (currency === undefined))
    throw new Fault('revenue_amount and revenue_currency belong together');
  return {
    revenueAmount: amount === undefined ? null : Math.round(Number(amount) * 10_000),
    revenueCurrency: currency ?? null,
  };
};

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** The whole address of a page in the place of its path. */
const withPathOfUrl = (fields: Fields): Fields => {
  const address = /^https?:\/\/[^/?#]*(\/[^?#]*)?/i.exec(fields.path ?? '');
  return address ? { ...fields, path: address[1] ?? '/', url: fields.url ?? fields.path } : fields;
};

const rowOf = (read: Fields, request: ImportRequest): NewHit => {
  const fields = withPathOfUrl(read);
  const { derive, siteId, siteUrl, now } = request;
  const kind = kindOf(fields.type);
  const createdAt = instantOf(fields.created_at, now);
  const page = pathOf(fields.path, kind);
  checkFields(fields, kind);
  const agent = fields.user_agent === undefined ? null : derive.agent(fields.user_agent);
  const device = fields.user_agent === undefined ? null : derive.userAgent(fields.user_agent);
  const agentName = fields.agent_name ?? agent?.name ?? null;
  if (kind === 'agent_visit' && agentName === null)
    throw new Fault('agent_name is missing and user_agent is no known AI agent');
  const site = siteUrl.replace(/\/+$/, '');
  const { path: spelled, query } = splitPath(page ?? '');
  const own = query === '' ? null : site + spelled + query;
  const given = { path: page, url: fields.url ?? own, referrer: fields.referrer ?? null };
  const { path, url, referrer } = fitAddresses(given, site);
  return {
    ...NO_VALUES,
    kind,
    siteId,
    createdAt,
    path,
    url: url === `${site}${path}` ? null : url,
    referrer: isAllowedReferrer(fields.referrer ?? '') ? referrer : null,
    country: fields.country ?? (fields.ip_address === undefined ? 'XX' : derive.country(fields.ip_address)),
    browserName: fields.browser_name ?? device?.browserName ?? null,
    platformName: fields.platform_name ?? device?.platformName ?? null,
    browserVersion: fields.browser_version ?? device?.browserVersion ?? null,
    platformVersion: fields.platform_version ?? device?.platformVersion ?? null,
    region: fields.region ?? null,
    city: fields.city ?? null,
    network: fields.network ?? (fields.ip_address === undefined ? null : derive.network(fields.ip_address)),
    language: fields.language ?? null,
    screen: fields.screen ?? null,
    manyAgents: fields.many_agents === undefined ? null : isTrue(fields.many_agents),
    isMobile: fields.is_mobile === undefined ? (device?.isMobile ?? null) : isTrue(fields.is_mobile),
    source: fields.source ? nameSource(fields.source) : derive.source(given.url, given.referrer),
    ...visitorOf(fields, createdAt, request),
    ...revenueOf(fields, kind),
    ...(kind === 'event' && { event: fields.event ?? null, value: fields.value ?? null }),
    ...(kind === 'engagement' && {
      view: BigInt(fields.view ?? 0),
      engagedSeconds: Number(fields.engaged_seconds),
      scrollDepth: numberOf(fields.scroll_depth),
    }),
    ...(kind !== 'agent_visit' && { properties: propertiesOf(fields, derive) }),
    ...(kind === 'agent_visit' && {
      agentName,
      provider: fields.provider ?? agent?.provider ?? null,
      statusCode: numberOf(fields.status_code),
      category: fields.category ?? agent?.category ?? 'ai_crawler',
    }),
  };
};

const identity = (row: NewHit): string =>
  JSON.stringify([
    // Paths of earlier versions have the query that new ones leave out.
    ...[
      row.kind,
      +row.createdAt,
      row.path && beforeQuery(row.path),
      row.referrer,
      row.event,
      row.value,
      row.agentName,
    ],
    ...[`${row.view}`, row.engagedSeconds, row.scrollDepth],
    ...(row.kind === 'agent_visit' || row.kind === 'engagement'
      ? []
      : [row.country, row.browserName, row.platformName]),
  ]);

/** The rows of a file that are not stored yet, oldest first, and the report about the rest. */
export const readImport = async (
  request: ImportRequest,
  storedOf: (kind: HitKind) => readonly NewHit[],
): Promise<{ rows: NewHit[]; marked: ReadonlySet<NewHit>; report: ImportReport }> => {
  const spare = new Map<string, number>();
  for (const kind of IMPORTED)
    for (const row of storedOf(kind)) spare.set(identity(row), (spare.get(identity(row)) ?? 0) + 1);
  const rows: NewHit[] = [];
  const known: NewHit[] = [];
  const marked = new Set<NewHit>();
  const faults: { line: number; message: string }[] = [];
  let read = 0;
  let duplicates = 0;
  for (const [index, line] of (await Bun.file(request.file).text()).split('\n').entries()) {
    if (line.trim() === '') continue;
    read += 1;
    try {
      const fields = fieldsOf(line);
      const row = rowOf(fields, request);
      if (isTrue(fields.is_unique)) marked.add(row);
      const left = spare.get(identity(row)) ?? 0;
      spare.set(identity(row), left - 1);
      if (left > 0) {
        duplicates += 1;
        known.push(row);
      } else rows.push(row);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const message = error.message.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
      faults.push({ line: index + 1, message });
    }
  }
  rows.sort((a, b) => +a.createdAt - +b.createdAt);
  const imported = { hit: 0, event: 0, agent_visit: 0, engagement: 0 };
  for (const row of rows) imported[row.kind as ImportedKind] += 1;
  const faultCounts: Record<string, number> = {};
  const firsts = new Set<object>();
  for (const fault of faults) {
    const kind = toFaultKind(fault.message);
    if (faultCounts[kind] === undefined) firsts.add(fault);
    faultCounts[kind] = (faultCounts[kind] ?? 0) + 1;
  }
  const named = faults.filter((fault, index) => index < 100 || firsts.has(fault));
  const good = [...rows, ...known].map(row => +row.createdAt).sort((a, b) => a - b);
  const toDate = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));
  const span = { first: toDate(good[0]), last: toDate(good.at(-1)) };
  return {
    rows,
    marked,
    report: { read, imported, ...span, duplicates, bad: faults.length, faults: named, faultCounts },
  };
};
