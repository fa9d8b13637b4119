/** Maps errors to responses: the one table of status codes. Source: api-v1, Errors; decisions, section 2. */
import { AppError, type ErrorKind, isDiskFull, unavailable } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { BASE_HEADERS } from './headers.ts';
import { type RateState, rateHeaders } from './rate-limit.ts';

const STATUS_CODES: Readonly<Record<ErrorKind, number>> = {
  invalid_parameter: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  too_large: 413,
  invalid_body: 422,
  rate_limited: 429,
  unavailable: 503,
};

/** nginx's "client closed request": never sent, only counted. */
const CLIENT_GONE = 499;

/** Status, body and headers of an error response. */
export interface ErrorReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Set for an unexpected error: for the log, never for the client. */
  readonly cause?: unknown;
}

/** Converts an error to its reply; ingestion endpoints list the faults of a body in a shape of their own. */
export function toErrorReply(error: unknown, options: { readonly isIngestion?: boolean } = {}): ErrorReply {
  if (isDiskFull(error))
    return toErrorReply(unavailable('the disk is full: nothing can be stored right now'), options);
  // The client has disconnected: nobody reads the response, and nothing failed here.
  if (error instanceof DOMException && error.name === 'AbortError')
    return { status: CLIENT_GONE, body: { error: 'the client has left' }, headers: {} };
  if (!(error instanceof AppError)) {
    return { status: 500, body: { error: 'unexpected server error' }, headers: {}, cause: error };
  }
  const { kind, message, details } = error;
  const isIngestionFault = options.isIngestion === true && kind === 'invalid_body';
  const messages = details.messages ?? [message];
  return {
    status: STATUS_CODES[kind],
    body: isIngestionFault
      ? { status: 'error', errors: messages }
      : { error: messages.join('; '), ...details.body },
    headers: details.headers ?? {},
  };
}

/** Creates the response to an error, also where no endpoint was found. Logs an unexpected error under a request id. */
export function errorResponse(
  error: unknown,
  {
    log,
    endpoint,
    rate = null,
  }: {
    readonly log: Log;
    readonly endpoint?: { readonly operationId: string; readonly isIngestion?: boolean };
    readonly rate?: RateState | null;
  },
): Response {
  const { status, body, headers, cause } = toErrorReply(error, {
    isIngestion: endpoint?.isIngestion === true,
  });
  const requestId = cause === undefined ? undefined : crypto.randomUUID();
  if (requestId) log.error({ err: cause, requestId, endpoint: endpoint?.operationId }, 'request failed');
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...BASE_HEADERS,
      ...(rate ? rateHeaders(rate) : {}),
      ...(requestId ? { 'x-request-id': requestId } : {}),
      ...headers,
    },
  });
}
