/** The request of each hop of a redirect chain. */
import { OutboundError } from './errors.ts';
import { parseTarget, type Target } from './target.ts';

/** Source: decisions, section 4. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** A request as the caller specifies it. */
export interface RequestOptions {
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** `Host`, `Connection`, lengths and encodings cannot be set. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Timeout of DNS, connecting and TLS on each hop. Default: 10,000. */
  readonly connectTimeoutMs?: number;
  /** Limit of the body after decompression. */
  readonly maxBytes: number;
  /** True: a longer body is truncated and `isCut` is set. Default: it is an error. */
  readonly cutsBody?: boolean;
}

/** The request of a hop. */
export interface HopRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Uint8Array;
  readonly connectTimeoutMs: number;
  readonly maxBytes: number;
  readonly cutsBody: boolean;
}

/** Creates the request of the first hop. */
export function firstRequest(given: RequestOptions): HopRequest {
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

/** Returns the target of a redirect. Throws `protocol` for an invalid address, `refused_target` for one that is not allowed. */
export function nextTarget({ url, host }: Target, location: string): Target {
  // Headers are decoded as Latin-1, but addresses in them are written in UTF-8.
  const next = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), url);
  if (!next) throw new OutboundError('protocol', `${host} redirects to what is no address`);
  try {
    return parseTarget(next.href);
  } catch (error) {
    // With the host, or it would seem to be about the requested address.
    throw error instanceof OutboundError
      ? new OutboundError(error.code, `${host} redirects to where nothing is called: ${error.message}`)
      : error;
  }
}

/**
 * Creates the request after a redirect. Another origin receives only harmless headers and no body, so that it is asked with
 * GET; the same one receives the body again unless the status changes the method to GET. Source: RFC 9110, section 15.4.
 */
export function nextRequest(request: HopRequest, status: number, isSameOrigin: boolean): HopRequest {
  const headers = new Headers(request.headers);
  if (!isSameOrigin) {
    for (const name of [...headers.keys()])
      if (name !== 'accept' && name !== 'user-agent' && name !== 'content-type') headers.delete(name);
  }
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const keepsBody = request.body === undefined || isSameOrigin;
  if (!becomesGet && keepsBody) return { ...request, headers };
  headers.delete('content-type');
  const { body: _, ...rest } = request;
  return { ...rest, headers, method: 'GET' };
}
