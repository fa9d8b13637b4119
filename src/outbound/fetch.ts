/** Outbound HTTP (SSRF protection): every request to an address that a user gave goes through `fetchPublic`. */
import type { CertificateFacts } from './certificate.ts';
import { lateConnect, openConnection } from './connect.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { OutboundError } from './errors.ts';
import { type Exchange, exchange } from './exchange.ts';
import {
  CONNECT_TIMEOUT_MS,
  firstRequest,
  type HopRequest,
  nextRequest,
  nextTarget,
  type RequestOptions,
} from './request.ts';
import { createAddressCheck, parseTarget, type Resolve, type Target } from './target.ts';

export interface OutboundOptions {
  /** Resolves a host name. */
  readonly resolve: Resolve;
  /** Private ranges that are allowed, such as `192.168.0.0/16`. */
  readonly allowPrivate: readonly string[];
  /** Certificates of authorities trusted instead of the usual ones, in PEM. */
  readonly trust?: readonly string[];
}

export interface FetchOptions extends RequestOptions {
  /** Timeout of the whole request, redirects included. */
  readonly timeoutMs: number;
  /** Limit of redirects that are followed. Default: 0, a redirect is returned like any response. */
  readonly redirects?: number;
  /** Ends the request early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the certificate of each hop, also an invalid one. */
  readonly onCertificate?: (host: string, certificate: CertificateFacts) => void;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly isCut: boolean;
  /** The URL after redirects. */
  readonly finalUrl: string;
  /** Of the last hop; null for http. */
  readonly certificate: CertificateFacts | null;
  /** Of the last hop. */
  readonly remoteAddress: string;
  /** In whole milliseconds; of the last hop but for the total. `tlsMs` is null for http. */
  readonly timings: {
    readonly dnsMs: number;
    readonly connectMs: number;
    readonly tlsMs: number | null;
    readonly firstByteMs: number;
    readonly totalMs: number;
  };
}

export interface Outbound {
  /**
   * Requests an address that a user gave. Each hop's name is resolved once, all its addresses must be public or allowed,
   * and the connection is pinned to them. Rejects with an `OutboundError` when there is no response; a status of 400 and
   * above is a response. Source: decisions, section 4.
   */
  fetchPublic(address: string, options: FetchOptions): Promise<OutboundResponse>;
  /** Rejects with an `OutboundError` when `fetchPublic` would refuse or not resolve the address. Sends nothing. */
  checkTarget(address: string, options?: { readonly timeoutMs?: number }): Promise<void>;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Creates the client for addresses that users give. */
export function createOutbound(options: OutboundOptions): Outbound {
  const findAddresses = createAddressCheck(options);

  async function hop(target: Target, request: HopRequest, { deadline, onCertificate }: HopCircumstances) {
    const startedMs = performance.now();
    const connecting = startDeadline(
      request.connectTimeoutMs,
      () => lateConnect(target.host),
      deadline.signal,
    );
    try {
      const addresses = await findAddresses(target, connecting.signal);
      const dnsMs = performance.now() - startedMs;
      const report = (certificate: CertificateFacts | null) => {
        if (certificate) onCertificate?.(target.host, certificate);
      };
      const connection = await openConnection(target, {
        addresses,
        signal: connecting.signal,
        timeoutMs: request.connectTimeoutMs - dnsMs,
        ...(options.trust ? { trust: options.trust } : {}),
      }).catch(error => {
        report(error instanceof OutboundError ? error.certificate : null);
        throw error;
      });
      report(connection.certificate);
      connecting.clear();
      const answer = await exchange(connection.socket, target, { ...request, signal: deadline.signal });
      return { ...connection, ...answer, dnsMs };
    } finally {
      connecting.clear();
    }
  }

  return {
    async fetchPublic(address, { redirects = 0, timeoutMs, signal, onCertificate, ...given }) {
      const startedMs = performance.now();
      let target = parseTarget(address);
      let request = firstRequest(given);
      const late = () => new OutboundError('timeout', `${target.host} did not answer in time`);
      const deadline = startDeadline(timeoutMs, late, signal);
      try {
        for (let followed = 0; ; followed++) {
          const answer = await hop(target, request, { deadline, onCertificate });
          const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null;
          if (location === null || redirects === 0)
            return toResponse(answer, target, performance.now() - startedMs);
          if (followed >= redirects)
            throw new OutboundError('protocol', `${target.host} redirects more than ${redirects} times`);
          const next = nextTarget(target, location);
          request = nextRequest(request, answer.status, next.url.origin === target.url.origin);
          target = next;
        }
      } finally {
        deadline.clear();
      }
    },

    async checkTarget(address, { timeoutMs = CONNECT_TIMEOUT_MS } = {}) {
      const target = parseTarget(address);
      const late = () => new OutboundError('dns', `no address for ${target.host} was found in time`);
      const deadline = startDeadline(timeoutMs, late);
      try {
        await findAddresses(target, deadline.signal);
      } finally {
        deadline.clear();
      }
    },
  };
}

interface HopCircumstances {
  readonly deadline: Deadline;
  readonly onCertificate: FetchOptions['onCertificate'];
}

type HopAnswer = Exchange & {
  readonly certificate: CertificateFacts | null;
  readonly remoteAddress: string;
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly tlsMs: number | null;
};

function toResponse(answer: HopAnswer, target: Target, totalMs: number): OutboundResponse {
  const { status, headers, body, isCut, certificate, remoteAddress, tlsMs } = answer;
  return {
    status,
    headers,
    body,
    isCut,
    finalUrl: target.url.href,
    certificate,
    remoteAddress,
    timings: {
      dnsMs: Math.round(answer.dnsMs),
      connectMs: Math.round(answer.connectMs),
      tlsMs: tlsMs === null ? null : Math.round(tlsMs),
      firstByteMs: Math.round(answer.firstByteMs),
      totalMs: Math.round(totalMs),
    },
  };
}
