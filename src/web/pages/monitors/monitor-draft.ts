/** What is typed into the form of a monitor, and the body of its request. */
import type { Static } from '@sinclair/typebox';
import type { HttpMethod, KeywordCondition, MonitorKind, RecordType } from '../../../core/monitors.ts';
import type { MonitorList, WrittenMonitor } from '../../../features/uptime/monitors/schema.ts';
import { MINUTE_MS, SECOND_MS } from '../../../lib/time-units.ts';

export type Monitors = Static<typeof MonitorList>;
export type Monitor = Monitors['monitors'][number];
export type Written = Static<typeof WrittenMonitor>;

export interface MonitorDraft {
  readonly kind: MonitorKind;
  readonly name: string;
  readonly url: string;
  readonly method: HttpMethod;
  readonly headers: string;
  readonly body: string;
  readonly status: string;
  readonly keyword: string;
  readonly condition: KeywordCondition;
  readonly host: string;
  readonly port: string;
  readonly recordType: RecordType;
  readonly value: string;
  readonly period: string;
  readonly grace: string;
}

export const NEW_DRAFT: MonitorDraft = {
  kind: 'http',
  name: '',
  url: '',
  method: 'GET',
  headers: '',
  body: '',
  status: '',
  keyword: '',
  condition: 'present',
  host: '',
  port: '443',
  recordType: 'A',
  value: '',
  period: '1440',
  grace: '60',
};

/** Names of fields that errors begin with. */
export const MONITOR_FIELDS = [
  'name',
  'url',
  'method',
  'headers',
  'body',
  'expected_status',
  'keyword',
  'host',
  'port',
  'expected_value',
  'period_seconds',
  'grace_seconds',
];

const MINUTE_S = MINUTE_MS / SECOND_MS;

/** Returns the draft of a monitor; headers and body are not known. */
export const toDraft = (monitor: Monitor): MonitorDraft => ({
  ...NEW_DRAFT,
  kind: monitor.kind,
  name: monitor.name ?? '',
  url: monitor.url,
  method: monitor.method ?? NEW_DRAFT.method,
  status: monitor.expected_status?.join(', ') ?? '',
  keyword: monitor.keyword ?? '',
  condition: monitor.keyword_condition ?? NEW_DRAFT.condition,
  host: monitor.host ?? '',
  port: String(monitor.port ?? NEW_DRAFT.port),
  recordType: monitor.record_type ?? NEW_DRAFT.recordType,
  value: monitor.expected_value ?? '',
  period: String((monitor.period_seconds ?? 0) / MINUTE_S),
  grace: String((monitor.grace_seconds ?? 0) / MINUTE_S),
});

/** Returns the fields of a draft's kind. Headers and a body that are blank stay as they are. */
export function toBody(draft: MonitorDraft): Record<string, unknown> {
  const { name } = draft;
  switch (draft.kind) {
    case 'http':
      return { name, ...toHttpBody(draft) };
    case 'tcp':
      return { name, host: draft.host, port: Number(draft.port) };
    case 'dns':
      return {
        name,
        host: draft.host,
        record_type: draft.recordType,
        expected_value: draft.value.trim() || null,
      };
    case 'heartbeat':
      return {
        name,
        period_seconds: Math.round(Number(draft.period) * MINUTE_S),
        grace_seconds: Math.round(Number(draft.grace) * MINUTE_S),
      };
  }
}

function toHttpBody({ url, method, headers, body, status, keyword, condition }: MonitorDraft) {
  const statuses = status.split(/[\s,]+/).filter(text => text !== '');
  return {
    url,
    method,
    ...(headers.trim() === '' ? {} : { headers: parseHeaders(headers) }),
    ...(method === 'POST' ? {} : { body: null }),
    ...(method === 'POST' && body !== '' ? { body } : {}),
    expected_status: statuses.length === 0 ? null : statuses.map(Number),
    keyword: keyword === '' ? null : keyword,
    keyword_condition: condition,
  };
}

/** Parses lines such as `Accept: text/html`. */
function parseHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return Object.fromEntries(
    lines.map(line => {
      const end = line.indexOf(':');
      return end < 0 ? [line.trim(), ''] : [line.slice(0, end).trim(), line.slice(end + 1).trim()];
    }),
  );
}
