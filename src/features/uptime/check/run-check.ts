/** Checks what a monitor names: a URL, a port, a DNS record, or whether a heartbeat is overdue. */

import { formatDuration } from '../../../lib/duration.ts';
import { decodePage } from '../../../lib/page-encoding.ts';
import { parseHost } from '../../../lib/url.ts';
import type { CertificateFacts } from '../../../outbound/certificate.ts';
import type { LookUpRecords } from '../../../outbound/dns.ts';
import type { Outbound, OutboundResponse } from '../../../outbound/fetch.ts';
import type { ConnectPublic } from '../../../outbound/tcp.ts';
import {
  CHECK_TIMEOUT_MS,
  type CheckResult,
  downResult,
  failedResult,
  isUpStatus,
  upResult,
} from './check-result.ts';
import {
  type DnsTarget,
  type HeartbeatTarget,
  type HttpTarget,
  type TargetSettings,
  type TcpTarget,
  toTcpAddress,
} from './target.ts';

/** Checks a target. Rejects only when the signal aborts. */
export type RunCheck = (target: TargetSettings, signal: AbortSignal) => Promise<CheckResult>;

export interface RunCheckDeps {
  readonly outbound: Pick<Outbound, 'fetchPublic'>;
  readonly connectPublic: ConnectPublic;
  readonly lookUpRecords: LookUpRecords;
}

/** Source: decisions, section 7. */
const MAX_REDIRECTS = 5;
/** The body is read up to this size. */
const MAX_BYTES = 64 * 1024;
/** …and up to this one where a keyword is searched in it. */
const MAX_SEARCHED_BYTES = 256 * 1024;
/** Records that an error names. */
const MAX_NAMED = 3;
const MAX_RECORD_LENGTH = 100;

/** Creates the function that checks a target. */
export function createRunCheck(deps: RunCheckDeps): RunCheck {
  return async (target, signal) => {
    const startedMs = performance.now();
    let certificate: CertificateFacts | null = null;
    try {
      switch (target.kind) {
        case 'http': {
          const onCertificate = (facts: CertificateFacts): void => {
            certificate ??= facts;
          };
          const result = await checkHttp(deps.outbound, target, { signal, onCertificate });
          return { ...result, certificate };
        }
        case 'tcp':
          return await checkTcp(deps.connectPublic, target, signal);
        case 'dns':
          return await checkDns(deps.lookUpRecords, target, signal);
        case 'heartbeat':
          return overdue(target);
      }
    } catch (error) {
      signal.throwIfAborted();
      return failedResult(error, { startedMs, certificate });
    }
  };
}

interface HttpCheck {
  readonly signal: AbortSignal;
  /** Called with the certificate that the target's own host presented. */
  readonly onCertificate: (facts: CertificateFacts) => void;
}

/** Requests a URL, with redirects as a browser does unless one is expected. */
async function checkHttp(
  { fetchPublic }: Pick<Outbound, 'fetchPublic'>,
  target: HttpTarget,
  { signal, onCertificate }: HttpCheck,
): Promise<CheckResult> {
  const { url, method, headers, body, expectedStatus, keyword } = target;
  const ownHost = parseHost(url)?.replace(/^\[|\]$/g, '');
  const expectsRedirect = expectedStatus?.some(status => status >= 300 && status < 400) ?? false;
  const answer = await fetchPublic(url, {
    method,
    headers,
    ...(body === null ? {} : { body }),
    timeoutMs: CHECK_TIMEOUT_MS,
    redirects: expectsRedirect ? 0 : MAX_REDIRECTS,
    maxBytes: keyword === null ? MAX_BYTES : MAX_SEARCHED_BYTES,
    cutsBody: true,
    signal,
    onCertificate(host, facts) {
      if (host === ownHost) onCertificate(facts);
    },
  });
  const facts = { statusCode: answer.status, responseMs: answer.timings.totalMs };
  const isExpected = expectedStatus?.includes(answer.status) ?? isUpStatus(answer.status);
  const host = parseHost(answer.finalUrl);
  if (!isExpected) return downResult('status', `${host} answered with status ${answer.status}`, facts);
  const fault = findKeywordFault(target, answer);
  return fault === null ? upResult(facts) : downResult('keyword', `${host} ${fault}`, facts);
}

function findKeywordFault(
  { keyword, keywordCondition }: HttpTarget,
  { headers, body }: Pick<OutboundResponse, 'headers' | 'body'>,
): string | null {
  if (keyword === null) return null;
  const isPresent = decodePage(body, headers.get('content-type') ?? '').includes(keyword);
  if (isPresent === (keywordCondition === 'present')) return null;
  return isPresent ? 'answered with the keyword that must be absent' : 'answered without the keyword';
}

async function checkTcp(
  connectPublic: ConnectPublic,
  target: TcpTarget,
  signal: AbortSignal,
): Promise<CheckResult> {
  const responseMs = await connectPublic(toTcpAddress(target), { timeoutMs: CHECK_TIMEOUT_MS, signal });
  return upResult({ responseMs });
}

async function checkDns(
  lookUpRecords: LookUpRecords,
  { host, recordType, expectedValue }: DnsTarget,
  signal: AbortSignal,
): Promise<CheckResult> {
  const startedMs = performance.now();
  const records = await lookUpRecords({ host, type: recordType, timeoutMs: CHECK_TIMEOUT_MS, signal });
  const responseMs = Math.round(performance.now() - startedMs);
  const comparable = (value: string) =>
    recordType === 'TXT' ? value : value.toLowerCase().replace(/\.$/, '');
  const isExpected =
    expectedValue === null || records.some(record => comparable(record) === comparable(expectedValue));
  if (isExpected) return upResult({ responseMs });
  const named = records.slice(0, MAX_NAMED).map(record => record.slice(0, MAX_RECORD_LENGTH));
  const error = `${host} has another ${recordType} record: ${named.join(', ')}`;
  return downResult('record', error, { responseMs });
}

/** A check of a heartbeat is due only when none came in time. */
export const overdue = ({ periodS, graceS }: HeartbeatTarget): CheckResult =>
  downResult('heartbeat', `no heartbeat came for ${formatDuration(periodS + graceS)}`);
