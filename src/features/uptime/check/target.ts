/** What a monitor checks. */
import type { HttpMethod, KeywordCondition, RecordType } from '../../../core/monitors.ts';
import { isExampleUrl } from '../../../lib/url.ts';

export interface HttpTarget {
  readonly kind: 'http';
  readonly url: string;
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Statuses that mean up; null for 200 to 299. */
  readonly expectedStatus: readonly number[] | null;
  /** A plain text in the body of the answer. */
  readonly keyword: string | null;
  readonly keywordCondition: KeywordCondition;
}

export interface TcpTarget {
  readonly kind: 'tcp';
  readonly host: string;
  readonly port: number;
}

export interface DnsTarget {
  readonly kind: 'dns';
  readonly host: string;
  readonly recordType: RecordType;
  /** One of the records; null for any. */
  readonly expectedValue: string | null;
}

export interface HeartbeatTarget {
  readonly kind: 'heartbeat';
  readonly periodS: number;
  /** How late it may be. */
  readonly graceS: number;
}

/** As stored. */
export type TargetSettings = HttpTarget | TcpTarget | DnsTarget | HeartbeatTarget;

/** A target with what events and mails call it. */
export interface MonitorTarget {
  readonly settings: TargetSettings;
  /** Null: the site's own address. */
  readonly name: string | null;
  /** Its address as a URL. */
  readonly url: string;
}

/** Returns the target of a site's own address. */
export const homeTarget = (url: string): MonitorTarget => ({ settings: plainRequest(url), name: null, url });

const plainRequest = (url: string): HttpTarget => ({
  kind: 'http',
  url,
  method: 'GET',
  headers: {},
  body: null,
  expectedStatus: null,
  keyword: null,
  keywordCondition: 'present',
});

/** Returns the URL of a target; DNS as in RFC 4501. A heartbeat has no address that may be shown: its monitor's id stands for it. */
export function toTargetUrl(settings: TargetSettings, monitorId: number): string {
  switch (settings.kind) {
    case 'http':
      return settings.url;
    case 'tcp':
      return `tcp://${bracketed(settings.host)}:${settings.port}`;
    case 'dns':
      return `dns:${settings.host}?type=${settings.recordType}`;
    case 'heartbeat':
      return `heartbeat:${monitorId}`;
  }
}

/** Returns an http address of the host that a check connects to; null when it connects to none that its owner chose. */
export function toReachedUrl(settings: TargetSettings): string | null {
  if (settings.kind === 'http') return settings.url;
  return settings.kind === 'tcp' ? toTcpAddress(settings) : null;
}

/** Writes host and port of a TCP target as an address that `outbound` parses. */
export const toTcpAddress = ({ host, port }: Pick<TcpTarget, 'host' | 'port'>): string =>
  `http://${bracketed(host)}:${port}/`;

/** Returns whether a target is below `.example`: sites of the demonstration, where nobody answers. */
export function isExampleTarget(settings: TargetSettings): boolean {
  if (settings.kind === 'heartbeat') return false;
  return isExampleUrl(settings.kind === 'http' ? settings.url : `http://${bracketed(settings.host)}/`);
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
