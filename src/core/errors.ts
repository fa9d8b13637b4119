/** Every way in which a request can fail on purpose. `http/errors.ts` maps each to a status and a body. */
export type ErrorKind =
  | 'invalid_parameter' // 400: a query or path parameter
  | 'unauthenticated' // 401
  | 'forbidden' // 403: write access, role, plan, or feature off
  | 'not_found' // 404
  | 'method_not_allowed' // 405
  | 'timeout' // 408: the body did not arrive in time
  | 'too_large' // 413
  | 'invalid_body' // 422: not JSON, failed validation, or a plan limit
  | 'rate_limited' // 429
  | 'unavailable'; // 503: cannot be stored or answered right now

/** Extra facts of a failure: they become fields of the answer's body, or headers. */
export interface ErrorDetails {
  /** Fields added beside `error` in the body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Headers of the answer, such as `Allow` and `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Every message, where a body has more than one fault; ingestion answers list them all. */
  readonly messages?: readonly string[];
}

/** A failure whose message may be shown to the client. Anything else thrown is a 500 with a fixed sentence. */
export class AppError extends Error {
  override readonly name = 'AppError';
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
}

/** Returns what `work` returns; undefined when it throws an `AppError`. */
export function unlessRefused<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** Creates a 404 for a resource, named in product terms: `notFound('site')` says "site not found". */
export const notFound = (resource: string): AppError => new AppError('not_found', `${resource} not found`);

/** Creates a 403 with a sentence that names the missing right. */
export const forbidden = (message: string, body?: Record<string, unknown>): AppError =>
  new AppError('forbidden', message, body ? { body } : {});

/** 400 for a query or path parameter; the message names it, what came and what is allowed. */
export const invalidParameter = (message: string): AppError => new AppError('invalid_parameter', message);

/** 422 for a body; one message for each fault. */
export const invalidBody = (...messages: readonly string[]): AppError =>
  new AppError('invalid_body', messages[0] ?? 'body is not valid', { messages });

/** 422 for one more of what there is a limit of: `tooMany('a site', 100, 'goals')`. */
export const tooMany = (owner: string, most: number, things: string): AppError =>
  invalidBody(`${owner} has at most ${most} ${things}: delete one first`);

/** 429; `retryAfterSeconds` is when to try again, left out where that depends on the client. */
export const rateLimited = (message: string, retryAfterSeconds?: number): AppError =>
  new AppError(
    'rate_limited',
    message,
    retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } },
  );

/** Where a mail is requested on a server that sends none. */
export const noMailRelay = (): AppError =>
  invalidBody('this server sends no mail: its operator sets FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM');

/** 503: the write was not stored (disk full, a read-only folder) or the read took too long. Nothing is lost; try again. */
export const unavailable = (message: string): AppError =>
  new AppError('unavailable', message, { headers: { 'retry-after': '10' } });

/** A failure of a command or of the start: one line that names the fault and the remedy. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** What is wrong, one line for each fault. */
  readonly lines: readonly string[];
  readonly exitCode: 1 | 2;
  constructor(message: string, { lines = [message], exitCode = 1, ...options }: CommandErrorOptions = {}) {
    super(message, options);
    this.lines = lines;
    this.exitCode = exitCode;
  }
}

interface CommandErrorOptions extends ErrorOptions {
  /** Given where there are several faults; the message has them all. */
  readonly lines?: readonly string[];
  /** 2 for a setting that is wrong, so that a supervisor does not start the program again and again. Default: 1. */
  readonly exitCode?: 1 | 2;
}

/** Messages of the file system, SQLite and DuckDB when the disk is full. */
const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
const FULL_MESSAGE = /no space left on device|failed to offload data block|disk quota exceeded/i;

/** Whether a failure means that the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (FULL_CODES.has(getErrorCode(error)) || FULL_MESSAGE.test(error.message));

/** Returns the code of an error of the system or of SQLite, such as `ENOENT`; empty when there is none. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Returns the message of whatever was thrown. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Returns the first line of an error's message: engines add where in a statement it was, and more. */
export const toFirstLine = (error: unknown): string => getErrorMessage(error).split('\n')[0] ?? '';
