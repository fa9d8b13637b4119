/** What is sent, and what of it goes on when an answer redirects. */
import { OutboundError } from './errors.ts';
import { readTarget, type Target } from './target.ts';

/** Source: decisions, section 4. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** A request as its caller words it. */
export interface GivenRequest {
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** `Host`, `Connection`, lengths and encodings are not the caller's to set. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For finding the address, connecting and TLS, on each hop. Default: 10,000. */
  readonly connectTimeoutMs?: number;
  /** Longest body, counted after decompression. */
  readonly maxBytes: number;
  /** True: a longer body is cut and `isCut` is set. Default: it is an error. */
  readonly cutsBody?: boolean;
}

/** What is sent on one hop. */
export interface HopRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Uint8Array;
  readonly connectTimeoutMs: number;
  readonly maxBytes: number;
  readonly cutsBody: boolean;
}

/** The request as the caller wants it. */
export function firstRequest(given: GivenRequest): HopRequest {
  const { method = 'GET', headers, body, maxBytes } = given;
  return {
    method,
    headers: new Headers(headers),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? Buffer.from(body) : body }),
    connectTimeoutMs: given.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    maxBytes,
    cutsBody: given.cutsBody ?? false,
  };
}

/** Where an answer redirects to. Throws `protocol` for what is no address, `refused_target` for what is not called. */
export function nextTarget({ url, host }: Target, location: string): Target {
  // Headers come as Latin-1; an address in one that is not plain ASCII was written in UTF-8.
  const next = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), url);
  if (!next) throw new OutboundError('protocol', `${host} redirects to what is no address`);
  try {
    return readTarget(next.href);
  } catch (error) {
    // Without the host it would read as if the address that was asked for were meant.
    throw error instanceof OutboundError
      ? new OutboundError(error.code, `${host} redirects to where nothing is called: ${error.message}`)
      : error;
  }
}

/**
 * What is sent to where an answer redirects. Another origin is told nothing but what is wanted; a body is sent on
 * only where the status says so. Source: RFC 9110, section 15.4.
 */
export function nextRequest(request: HopRequest, status: number, isSameOrigin: boolean): HopRequest {
  const headers = new Headers(request.headers);
  if (!isSameOrigin) {
    for (const name of [...headers.keys()])
      if (name !== 'accept' && name !== 'user-agent' && name !== 'content-type') headers.delete(name);
  }
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  if (!becomesGet) return { ...request, headers };
  headers.delete('content-type');
  const { body: _, ...rest } = request;
  return { ...rest, headers, method: 'GET' };
}
