/** Fields of each kind of monitor, and its settings from them. */
import { isIP } from 'node:net';
import { invalidBody } from '../../../core/errors.ts';
import type { MonitorKind } from '../../../core/monitors.ts';
import type { DnsTarget, HeartbeatTarget, HttpTarget, TargetSettings, TcpTarget } from '../check/target.ts';
import { GRACE_SECONDS } from './limits.ts';
import type { MonitorInput } from './schema.ts';

type Field = Exclude<keyof MonitorInput, 'name' | 'enabled' | 'is_automatic'>;

/** The fields of each kind; the required ones first. */
const FIELDS: Readonly<
  Record<MonitorKind, { readonly required: readonly Field[]; readonly optional: readonly Field[] }>
> = {
  http: {
    required: ['url'],
    optional: ['method', 'headers', 'body', 'expected_status', 'keyword', 'keyword_condition'],
  },
  tcp: { required: ['host', 'port'], optional: [] },
  dns: { required: ['host', 'record_type'], optional: ['expected_value'] },
  heartbeat: { required: ['period_seconds'], optional: ['grace_seconds', 'renew_address'] },
};

/** Throws 422 for fields of another kind, and for those that a new monitor lacks. */
export function requireFields(
  kind: MonitorKind,
  input: MonitorInput,
  { isNew }: { readonly isNew: boolean },
): void {
  const { required, optional } = FIELDS[kind];
  const known: readonly string[] = ['name', 'enabled', 'kind', ...required, ...optional];
  const all = new Set(Object.values(FIELDS).flatMap(fields => [...fields.required, ...fields.optional]));
  const faults = [...all]
    .filter(field => input[field] !== undefined && !known.includes(field))
    .map(
      field => `${field} is no field of the kind ${kind}, which has ${[...required, ...optional].join(', ')}`,
    );
  const missing = required.filter(field => isNew && input[field] === undefined);
  faults.push(...missing.map(field => `${field} is required for the kind ${kind}`));
  if (faults.length > 0) throw invalidBody(...faults);
}

/** Returns the settings of a new monitor, or of one that is changed. Throws 422 for what does not go together. */
export function toSettings(
  kind: MonitorKind,
  input: MonitorInput,
  before: TargetSettings | null,
): TargetSettings {
  switch (kind) {
    case 'http':
      return toHttp(input, before?.kind === 'http' ? before : null);
    case 'tcp':
      return toTcp(input, before?.kind === 'tcp' ? before : null);
    case 'dns':
      return toDns(input, before?.kind === 'dns' ? before : null);
    case 'heartbeat':
      return toHeartbeat(input, before?.kind === 'heartbeat' ? before : null);
  }
}

function toHttp(input: MonitorInput, before: HttpTarget | null): HttpTarget {
  const settings: HttpTarget = {
    kind: 'http',
    url: input.url?.trim() ?? before?.url ?? '',
    method: input.method ?? before?.method ?? 'GET',
    headers: input.headers ?? before?.headers ?? {},
    body: given(input.body, before?.body ?? null),
    expectedStatus: given(input.expected_status, before?.expectedStatus ?? null),
    keyword: given(input.keyword, before?.keyword ?? null) || null,
    keywordCondition: input.keyword_condition ?? before?.keywordCondition ?? 'present',
  };
  requireFitting(settings);
  if (before) requireSecretsAgain(input, settings, before);
  return settings;
}

/** Throws 422 where the address leads to another server and what is never shown again is not sent with it. */
function requireSecretsAgain(
  input: MonitorInput,
  { url, headers, body }: HttpTarget,
  before: HttpTarget,
): void {
  if (URL.parse(url)?.origin === URL.parse(before.url)?.origin) return;
  const faults: string[] = [];
  if (input.headers === undefined && Object.keys(headers).length > 0) faults.push('headers');
  if (input.body === undefined && body !== null) faults.push('body');
  if (faults.length > 0)
    throw invalidBody(
      ...faults.map(field => `${field} must be sent again, since url leads to another server`),
    );
}

/** Throws 422 for what the method has no use for. */
function requireFitting({ method, body, keyword }: HttpTarget): void {
  const faults: string[] = [];
  if (body !== null && method !== 'POST') faults.push(`body needs the method POST, got ${method}`);
  if (keyword !== null && method === 'HEAD')
    faults.push('keyword needs the method GET or POST, got HEAD: its answers have no body');
  if (faults.length > 0) throw invalidBody(...faults);
}

const toTcp = (input: MonitorInput, before: TcpTarget | null): TcpTarget => ({
  kind: 'tcp',
  host: input.host === undefined ? (before?.host ?? '') : toHost(input.host),
  port: input.port ?? before?.port ?? 0,
});

const toDns = (input: MonitorInput, before: DnsTarget | null): DnsTarget => ({
  kind: 'dns',
  host: input.host === undefined ? (before?.host ?? '') : toHost(input.host),
  recordType: input.record_type ?? before?.recordType ?? 'A',
  expectedValue: given(input.expected_value, before?.expectedValue ?? null)?.trim() || null,
});

const toHeartbeat = (input: MonitorInput, before: HeartbeatTarget | null): HeartbeatTarget => ({
  kind: 'heartbeat',
  periodS: input.period_seconds ?? before?.periodS ?? 0,
  graceS: input.grace_seconds ?? before?.graceS ?? GRACE_SECONDS.default,
});

/** Returns a sent value, null too; the earlier one where none was sent. */
const given = <Value>(value: Value | undefined, before: Value): Value =>
  value === undefined ? before : value;

/** Writes a host as URLs do: in lower case and Punycode, without a trailing dot. */
function toHost(host: string): string {
  const name = host.trim();
  if (isIP(name) !== 0) return name;
  return (URL.parse(`http://${name}/`)?.hostname ?? name).replace(/\.$/, '');
}
