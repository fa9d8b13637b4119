/**
 * Access logs of JSON objects, one a line: of Caddy, of Traefik, and of nginx with `escape=json`, where the names are the
 * operator's: common ones are known; and of CloudFront's standard logging v2. Source: Caddy, caddyhttp/marshalers.go
 * (`remote_addr` until 2.4, `remote_ip` since 2.5, `client_ip` since 2.7) and logging/encoders.go (formats of times); Traefik,
 * accesslog/logdata.go; CloudFront, standard logging reference; nginx, variables.
 */
import { PURPOSE_HEADERS } from '../../../../ingest/prefetch.ts';
import { toOneLine } from '../../../../lib/text.ts';
import { decodeCloudFront } from './cloudfront.ts';
import { toVariable } from './nginx-format.ts';
import { type LogRequest, NO_REQUEST, orEmpty, type ParseLine, setRequestLine } from './request.ts';

type Json = Readonly<Record<string, unknown>>;

const NOT_JSON = 'is no JSON object';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toText = (value: unknown): string =>
  typeof value === 'string' ? orEmpty(value) : typeof value === 'number' ? String(value) : '';

const toStatus = (value: unknown): number => {
  const status = Number(value);
  return Number.isInteger(status) && status > 0 && status < 1000 ? status : 0;
};

/** Bytes that nginx writes as `\xHH` without `escape=json`. */
const BYTE_ESCAPE = /\\x([0-9A-Fa-f]{2})/g;

/** Parses a line; undefined when it is no object. */
function parseObject(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line.includes('\\x') ? line.replace(BYTE_ESCAPE, '\\u00$1') : line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the first value of a header, whose names Caddy writes as they are canonical. */
const headerOf = (headers: unknown, name: string): string => {
  const values = isObject(headers) ? (headers[name] ?? headers[name.toLowerCase()]) : undefined;
  return toText(Array.isArray(values) ? values[0] : values);
};

/** A field that a request needs: what it says, and the names that it may have. */
type Need = readonly [what: string, names: readonly string[]];

const CADDY_NEEDS: readonly Need[] = [['time', ['ts', 'time']]];

const isCaddy = ({ request, status }: Json): boolean =>
  isObject(request) && typeof request['method'] === 'string' && status !== undefined;

function readCaddy(entry: Json, target: LogRequest): void {
  const request = entry['request'] as Json;
  target.time = toText(entry['ts'] ?? entry['time']);
  target.address = toText(request['client_ip'] ?? request['remote_ip'] ?? request['remote_addr']);
  target.method = toText(request['method']);
  target.target = toText(request['uri']);
  target.status = toStatus(entry['status']);
  target.referrer = headerOf(request['headers'], 'Referer');
  target.userAgent = headerOf(request['headers'], 'User-Agent');
  target.purpose = PURPOSE_HEADERS.map(name => headerOf(request['headers'], name)).join(' ');
  target.host = toText(request['host']) || undefined;
}

/** Fields can be dropped, and so can those that are needed. */
const TRAEFIK_NEEDS: readonly Need[] = [
  ['time', ['StartUTC', 'time', 'StartLocal']],
  ['method', ['RequestMethod']],
  ['path', ['RequestPath']],
  ['status', ['DownstreamStatus', 'OriginStatus']],
];

const isTraefik = (entry: Json): boolean =>
  ['RequestMethod', 'RequestPath', 'DownstreamStatus'].some(name => name in entry);

function readTraefik(entry: Json, target: LogRequest): void {
  target.time = toText(entry['StartUTC'] ?? entry['time'] ?? entry['StartLocal']);
  target.address = toText(entry['ClientHost'] ?? entry['ClientAddr']);
  target.method = toText(entry['RequestMethod']);
  target.target = toText(entry['RequestPath']);
  target.status = toStatus(entry['DownstreamStatus'] ?? entry['OriginStatus']);
  target.referrer = toText(entry['request_Referer']);
  // Headers are dropped unless the operator keeps them.
  const agent = entry['request_User-Agent'];
  target.userAgent = agent === undefined ? undefined : toText(agent);
  target.purpose = PURPOSE_HEADERS.map(name => toText(entry[`request_${name}`])).join(' ');
  target.host = toText(entry['RequestHost']) || undefined;
}

const CLOUDFRONT_NEEDS: readonly Need[] = [
  ['time', ['time', 'timestamp', 'timestamp(ms)']],
  ['method', ['cs-method']],
  ['path', ['cs-uri-stem']],
  ['status', ['sc-status']],
];

const isCloudFront = (entry: Json): boolean => 'cs-uri-stem' in entry || 'sc-status' in entry;

/** Fields can be chosen: a time is either `date` and `time`, or `timestamp`. */
function readCloudFront(entry: Json, target: LogRequest): void {
  const time = `${toText(entry['date'])}T${toText(entry['time'])}Z`;
  target.time = entry['time'] === undefined ? toText(entry['timestamp(ms)'] ?? entry['timestamp']) : time;
  target.address = toText(entry['c-ip']);
  target.method = toText(entry['cs-method']);
  const query = toText(entry['cs-uri-query']);
  target.target = `${toText(entry['cs-uri-stem'])}${query && `?${query}`}`;
  target.status = toStatus(entry['sc-status']);
  target.referrer = decodeCloudFront(toText(entry['cs(Referer)']));
  const agent = entry['cs(User-Agent)'];
  target.userAgent = agent === undefined ? undefined : decodeCloudFront(toText(agent));
  target.host = toText(entry['x-host-header']) || undefined;
}

/** Names that operators give to the variables of nginx; the variables' own come first. */
const NAMES = {
  time: ['time_iso8601', 'msec', 'time_local', 'time', 'timestamp', '@timestamp', 'ts', 'date'],
  address: [
    'remote_addr',
    'client_ip',
    'remote_ip',
    'clientip',
    'client',
    'ip',
    'remote_address',
    'ip_address',
  ],
  line: ['request', 'request_line'],
  method: ['request_method', 'method', 'http_method', 'verb'],
  target: ['request_uri', 'uri', 'url', 'request_path', 'path'],
  status: ['status', 'status_code', 'response_status', 'response', 'code'],
  referrer: ['http_referer', 'http_referrer', 'referer', 'referrer'],
  agent: ['http_user_agent', 'user_agent', 'useragent', 'agent', 'ua'],
  host: ['http_host', 'host', 'vhost', 'server_name'],
  purpose: PURPOSE_HEADERS.map(toVariable).flatMap(name => [name, name.replace('http_', '')]),
} as const;

const pick = (entry: Json, names: readonly string[]): unknown => {
  for (const name of names) {
    const value = entry[name];
    if (value !== undefined && value !== null && !isObject(value)) return value;
  }
  return undefined;
};

const has = (entry: Json, names: readonly string[]): boolean => pick(entry, names) !== undefined;

const NGINX_NEEDS: readonly Need[] = [
  ['time', NAMES.time],
  ['status', NAMES.status],
];
const REQUEST_NEEDS: readonly Need[] = [
  ['method', NAMES.method],
  ['path', NAMES.target],
];

/** What a request needs whose line is not there as a whole. */
const listNginxNeeds = (entry: Json): readonly Need[] => {
  if (has(entry, NAMES.line)) return NGINX_NEEDS;
  const isWithoutRequest = !REQUEST_NEEDS.some(([, names]) => has(entry, names));
  return [...NGINX_NEEDS, ...(isWithoutRequest ? ([['request', NAMES.line]] as const) : REQUEST_NEEDS)];
};

/** Requests in a line of their own have a method before the address, which tells them from columns of that name. */
const hasMethod = (entry: Json): boolean =>
  /^[A-Z]+ \S/.test(toText(pick(entry, NAMES.line))) || /^[A-Z]+$/.test(toText(pick(entry, NAMES.method)));
const hasStatus = (entry: Json): boolean => toStatus(pick(entry, NAMES.status)) >= 100;

/** Returns whether an object has so much of a request that what it lacks is worth saying. Rows of Footfall's own format have `created_at`. */
const isNginx = (entry: Json): boolean => {
  if ('created_at' in entry) return false;
  if (hasMethod(entry)) return has(entry, NAMES.time) || hasStatus(entry);
  return has(entry, NAMES.time) && hasStatus(entry) && has(entry, [...NAMES.address, ...NAMES.agent]);
};

function readNginx(entry: Json, target: LogRequest): void {
  const line = toText(pick(entry, NAMES.line));
  if (line) setRequestLine(line, target);
  else {
    target.method = toText(pick(entry, NAMES.method));
    target.target = toText(pick(entry, NAMES.target));
  }
  target.time = toText(pick(entry, NAMES.time));
  target.address = toText(pick(entry, NAMES.address));
  target.status = toStatus(pick(entry, NAMES.status));
  target.referrer = toText(pick(entry, NAMES.referrer));
  const agent = pick(entry, NAMES.agent);
  target.userAgent = agent === undefined ? undefined : toText(agent);
  target.purpose = NAMES.purpose.map(name => toText(entry[name])).join(' ');
  const host = toText(pick(entry, NAMES.host));
  target.host = host === '' || host === '_' ? undefined : host;
}

const MAX_SHOWN = 200;

/** Returns what is wrong with a line that lacks fields; undefined for one that has all. */
function findMissing(entry: Json, needs: readonly Need[]): string | undefined {
  const missing = needs.filter(([, names]) => !has(entry, names));
  if (missing.length === 0) return undefined;
  const words = missing.map(([what, names]) => `no ${what} (${names.join(', ')})`).join(' and ');
  return `has ${words}, got "${toOneLine(Object.keys(entry).join(', '), MAX_SHOWN)}"`;
}

/** Programs, and what tells their lines. Others of the same log, such as messages of the server, are no requests. */
const PROGRAMS = [
  { isIts: isCaddy, listNeeds: () => CADDY_NEEDS, read: readCaddy },
  { isIts: isTraefik, listNeeds: () => TRAEFIK_NEEDS, read: readTraefik },
  { isIts: isCloudFront, listNeeds: () => CLOUDFRONT_NEEDS, read: readCloudFront },
  { isIts: isNginx, listNeeds: listNginxNeeds, read: readNginx },
] as const;

/** Returns the parser for a log, from its first lines; undefined when it is of another format. */
export function recogniseJson(lines: readonly string[]): ParseLine | undefined {
  for (const line of lines) {
    if (!line.startsWith('{')) return undefined;
    const entry = parseObject(line);
    const program = entry && PROGRAMS.find(({ isIts }) => isIts(entry));
    if (!program) continue;
    return (text, request) => {
      const value = parseObject(text);
      if (!value) return NOT_JSON;
      if (!program.isIts(value)) return NO_REQUEST;
      const fault = findMissing(value, program.listNeeds(value));
      if (fault === undefined) program.read(value, request);
      return fault;
    };
  }
  return undefined;
}
