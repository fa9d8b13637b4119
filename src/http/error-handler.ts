/** From a failure to its answer: the one table of statuses. Source: api-v1, Errors; decisions, section 2. */
import { AppError, type ErrorKind, isOutOfRoom, unavailable } from '../core/errors.ts';

const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
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

/** Never sent: for the counts of answers. */
const CLIENT_GONE = 499;

/** An answer that says what failed. */
export interface Failure {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Set for a failure that nobody foresaw: for the log, never for the client. */
  readonly cause?: unknown;
}

/** The answer to a failure; ingestion endpoints list the faults of a body in their own shape. */
export function failureOf(error: unknown, options: { readonly isIngestion?: boolean } = {}): Failure {
  if (isOutOfRoom(error))
    return failureOf(unavailable('the disk is full: nothing can be stored right now'), options);
  // A client that has left reads no answer, and its leaving is no failure to look into.
  if (error instanceof DOMException && error.name === 'AbortError')
    return { status: CLIENT_GONE, body: { error: 'the client has left' }, headers: {} };
  if (!(error instanceof AppError)) {
    return { status: 500, body: { error: 'unexpected server error' }, headers: {}, cause: error };
  }
  const { kind, message, details } = error;
  const isIngestionFault = options.isIngestion === true && kind === 'invalid_body';
  const messages = details.messages ?? [message];
  return {
    status: STATUS_OF[kind],
    body: isIngestionFault
      ? { status: 'error', errors: messages }
      : { error: messages.join('; '), ...details.body },
    headers: details.headers ?? {},
  };
}
