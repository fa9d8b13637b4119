import { isIP } from 'node:net';
import { Kind, type Static, Type, TypeRegistry } from '@sinclair/typebox';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { HTTP_METHODS, KEYWORD_CONDITIONS, MONITOR_KINDS, RECORD_TYPES } from '../../../core/monitors.ts';
import { Pagination, pageQuery } from '../../../http/paging.ts';
import { model, nullable, oneOf, patchModel } from '../../../http/schema.ts';
import { line, prose } from '../../../http/text.ts';
import { hasControlCharacter, isLongerThan } from '../../../lib/text.ts';
import { parseHttpUrl } from '../../../lib/url.ts';
import { isExampleTarget, type TargetSettings } from '../check/target.ts';
import { monitorFields, presentMonitor } from '../schema.ts';
import type { UptimeStatus } from '../state/status.ts';
import {
  GRACE_SECONDS,
  MAX_BODY_LENGTH,
  MAX_HEADER_LENGTH,
  MAX_HEADERS,
  MAX_HOST_LENGTH,
  MAX_MONITORS,
  MAX_NAME_LENGTH,
  MAX_STATUSES,
  MAX_TEXT_LENGTH,
  PERIOD_SECONDS,
} from './limits.ts';

/** Source: RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Of visible ASCII, so without line breaks. */
const HEADER_VALUE = /^[\x20-\x7e]*$/;
/** Those of the connection and of the body's form are the client's own. */
const FIXED_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
]);

const isHeader = ([name, value]: [string, unknown]): boolean =>
  HEADER_NAME.test(name) &&
  !FIXED_HEADERS.has(name.toLowerCase()) &&
  typeof value === 'string' &&
  value.length <= MAX_HEADER_LENGTH &&
  HEADER_VALUE.test(value);

TypeRegistry.Set('RequestHeaders', (_, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const headers = Object.entries(value);
  return headers.length <= MAX_HEADERS && headers.every(isHeader);
});
const Headers = Type.Unsafe<Readonly<Record<string, string>>>({
  ...Type.Record(Type.String(), Type.String()),
  [Kind]: 'RequestHeaders',
  allowed: `an object of at most ${MAX_HEADERS} headers, whose values are texts of at most ${MAX_HEADER_LENGTH} visible ASCII characters without line breaks, and none of ${[...FIXED_HEADERS].join(', ')}`,
  description: 'headers of the request; replaces all earlier ones. Never shown again',
});

TypeRegistry.Set('MonitoredHost', (_, value) => {
  if (typeof value !== 'string' || value.length > MAX_HOST_LENGTH) return false;
  const host = value.trim();
  return isIP(host) !== 0 || (/^[^\s/?#@:\\[\]]+$/.test(host) && URL.parse(`http://${host}/`) !== null);
});
const Host = Type.Unsafe<string>({
  [Kind]: 'MonitoredHost',
  type: 'string',
  maxLength: MAX_HOST_LENGTH,
  allowed: `the name or the IP address of a host, of at most ${MAX_HOST_LENGTH} characters`,
  description: 'kinds `tcp` and `dns`; public, or in a network that the operator allows',
});

TypeRegistry.Set(
  'MonitoredUrl',
  (_, value) =>
    typeof value === 'string' &&
    !isLongerThan(value, MAX_LENGTH.url) &&
    !hasControlCharacter(value) &&
    parseHttpUrl(value.trim()) !== null,
);
const Url = Type.Unsafe<string>({
  [Kind]: 'MonitoredUrl',
  type: 'string',
  maxLength: MAX_LENGTH.url,
  allowed: `an address that begins with http:// or https:// and names a host, of at most ${MAX_LENGTH.url} characters`,
  description: 'kind `http`; of any host',
});

const Name = line({ isRequired: true, maxLength: MAX_NAME_LENGTH });
const Status = Type.Integer({ minimum: 200, maximum: 599 });

const fields = {
  enabled: Type.Optional(Type.Boolean({ description: 'false: it is not checked; `true` when left out' })),
  url: Type.Optional(Url),
  method: Type.Optional(oneOf(HTTP_METHODS)),
  headers: Type.Optional(Headers),
  body: Type.Optional(
    nullable(prose({ maxLength: MAX_BODY_LENGTH }), {
      description: 'with the method POST. Never shown again',
    }),
  ),
  expected_status: Type.Optional(
    nullable(Type.Array(Status, { minItems: 1, maxItems: MAX_STATUSES }), {
      description:
        'statuses that mean up; null for 200 to 299. With one of 300 to 399, redirects are not followed',
    }),
  ),
  keyword: Type.Optional(
    nullable(line({ maxLength: MAX_TEXT_LENGTH }), {
      description: 'a plain text that is searched in the first 256 KiB of the answer',
    }),
  ),
  keyword_condition: Type.Optional(oneOf(KEYWORD_CONDITIONS)),
  host: Type.Optional(Host),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'kind `tcp`' })),
  record_type: Type.Optional(oneOf(RECORD_TYPES, { description: 'kind `dns`' })),
  expected_value: Type.Optional(
    nullable(line({ maxLength: MAX_TEXT_LENGTH }), {
      description:
        'what one of the records must be; null for any. MX with its priority: `10 mail.example.org`',
    }),
  ),
  period_seconds: Type.Optional(
    Type.Integer({ ...PERIOD_SECONDS, description: 'kind `heartbeat`: how often it comes' }),
  ),
  grace_seconds: Type.Optional(
    Type.Integer({
      minimum: GRACE_SECONDS.minimum,
      maximum: GRACE_SECONDS.maximum,
      description: `how late a heartbeat may be; ${GRACE_SECONDS.default} when left out`,
    }),
  ),
};

export const CreateMonitor = model(
  'CreateMonitor',
  { name: Name, kind: oneOf(MONITOR_KINDS), ...fields },
  { name: 'Checkout', kind: 'http', url: 'https://shop.example.org/checkout', keyword: 'Pay now' },
  { name: 'Nightly backup', kind: 'heartbeat', period_seconds: 86_400, grace_seconds: 3600 },
);
export type NewMonitorInput = Static<typeof CreateMonitor>;

export const UpdateMonitor = patchModel(
  'UpdateMonitor',
  {
    name: Type.Optional(Name),
    ...fields,
    is_automatic: Type.Optional(
      Type.Literal(false, {
        description: 'keeps a monitor that was added by itself: it is yours from then on, and can be changed',
      }),
    ),
    renew_address: Type.Optional(
      Type.Boolean({ description: 'kind `heartbeat`: true replaces its address, and the earlier one ends' }),
    ),
  },
  { name: 'Checkout page', expected_status: [200, 401] },
);
export type MonitorInput = Static<typeof UpdateMonitor>;

export const SiteMonitor = model('SiteMonitor', {
  ...monitorFields,
  name: nullable(Type.String(), { description: 'null for the site’s own address' }),
  kind: oneOf(MONITOR_KINDS),
  is_home: Type.Boolean({
    description:
      'whether it is of the site’s own address, which is switched on with `uptime`, a feature of the site',
  }),
  is_automatic: Type.Boolean({
    description: 'whether it was added by itself, for one of the most visited pages (`watched_pages`)',
  }),
  method: nullable(oneOf(HTTP_METHODS)),
  header_names: nullable(Type.Array(Type.String())),
  has_body: nullable(Type.Boolean()),
  expected_status: nullable(Type.Array(Status)),
  keyword: nullable(Type.String()),
  keyword_condition: nullable(oneOf(KEYWORD_CONDITIONS)),
  host: nullable(Type.String()),
  port: nullable(Type.Integer()),
  record_type: nullable(oneOf(RECORD_TYPES)),
  expected_value: nullable(Type.String()),
  period_seconds: nullable(Type.Integer()),
  grace_seconds: nullable(Type.Integer()),
});

export const ListMonitors = Type.Object(pageQuery({ maximum: MAX_MONITORS }));
export const MonitorList = Type.Object({
  monitors: Type.Array(SiteMonitor, {
    description: 'that of the site’s own address first, then in the order they were made',
  }),
  pagination: Pagination,
});
export const WrittenMonitor = Type.Object({
  monitor: SiteMonitor,
  heartbeat_url: nullable(Type.String(), {
    description: 'the address that a heartbeat is sent to: shown this once, when it is new; null otherwise',
  }),
});

const NO_SETTINGS = {
  method: null,
  header_names: null,
  has_body: null,
  expected_status: null,
  keyword: null,
  keyword_condition: null,
  host: null,
  port: null,
  record_type: null,
  expected_value: null,
  period_seconds: null,
  grace_seconds: null,
};

/** Presents settings without what may be a secret. */
export function presentSettings(settings: TargetSettings) {
  switch (settings.kind) {
    case 'http':
      return {
        method: settings.method,
        header_names: Object.keys(settings.headers),
        has_body: settings.body !== null,
        expected_status: settings.expectedStatus && [...settings.expectedStatus],
        keyword: settings.keyword,
        keyword_condition: settings.keywordCondition,
      };
    case 'tcp':
      return { host: settings.host, port: settings.port };
    case 'dns':
      return {
        host: settings.host,
        record_type: settings.recordType,
        expected_value: settings.expectedValue,
      };
    case 'heartbeat':
      return { period_seconds: settings.periodS, grace_seconds: settings.graceS };
  }
}

/** A monitor with what it checks and how it is. */
export interface MonitorView {
  readonly status: UptimeStatus;
  readonly name: string | null;
  readonly url: string;
  readonly settings: TargetSettings;
  readonly isAutomatic: boolean;
}

export const presentSiteMonitor = ({
  status,
  name,
  url,
  settings,
  isAutomatic,
}: MonitorView): Static<typeof SiteMonitor> => ({
  ...presentMonitor(status.monitor, {
    ...status,
    ...(settings.kind === 'heartbeat' ? { confirmations: 1 } : {}),
    url,
    isExample: isExampleTarget(settings),
    isHeartbeat: settings.kind === 'heartbeat',
  }),
  name,
  kind: settings.kind,
  is_home: status.monitor.isHome,
  is_automatic: isAutomatic,
  ...NO_SETTINGS,
  ...presentSettings(settings),
});
