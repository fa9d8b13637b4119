/** What failures of ClickHouse mean: sentences for the log, and errors for clients, who never see a text of the server. */
import { ClickHouseError } from '@clickhouse/client';
import { AppError, getErrorCode, getErrorMessage } from '../../core/errors.ts';

/** ClickHouse cannot read or write now, or not this; for the log, `sentence` says why. */
export class ClickHouseFault extends AppError {
  constructor(
    readonly sentence: string,
    /** The code of the server or the system; our own word if there is none. */
    readonly code: string,
  ) {
    super('unavailable', 'The database of hits is not available: try again in a moment', {
      headers: { 'retry-after': '10' },
    });
  }
}

/** Returns why something failed, for the operator. */
export const describeFailure = (error: unknown): string => {
  const reason = error instanceof Error && error.cause instanceof ClickHouseFault ? error.cause : error;
  return reason instanceof ClickHouseFault ? reason.sentence : getErrorMessage(reason);
};

/** Codes of ClickHouse's errors that time or its operator removes. Source: src/Common/ErrorCodes.cpp of ClickHouse. */
export const FAULTS: ReadonlyMap<string, readonly [name: string, sentence: string]> = new Map([
  ['81', ['UNKNOWN_DATABASE', 'has no such database']],
  ['75', ['CANNOT_WRITE_TO_FILE_DESCRIPTOR', 'cannot write to its disk']],
  ['115', ['UNKNOWN_SETTING', 'does not know a setting that Footfall uses: it may be too old']],
  ['159', ['TIMEOUT_EXCEEDED', 'stopped a statement that took too long']],
  ['160', ['TOO_SLOW', 'stopped a statement that would take too long']],
  ['164', ['READONLY', 'lets this user only read']],
  ['173', ['CANNOT_ALLOCATE_MEMORY', 'has not enough memory for a statement']],
  ['192', ['UNKNOWN_USER', 'does not know this user']],
  ['193', ['WRONG_PASSWORD', 'refuses the password']],
  ['194', ['REQUIRED_PASSWORD', 'asks for a password']],
  ['198', ['DNS_ERROR', 'does not find another server']],
  ['201', ['QUOTA_EXCEEDED', 'has used up the quota of this user']],
  ['202', ['TOO_MANY_SIMULTANEOUS_QUERIES', 'runs too many statements at once']],
  ['203', ['NO_FREE_CONNECTION', 'has no free connection to another server']],
  ['204', ['CANNOT_FSYNC', 'cannot write to its disk']],
  ['209', ['SOCKET_TIMEOUT', 'waited for another server in vain']],
  ['210', ['NETWORK_ERROR', 'does not reach another server']],
  ['225', ['NO_ZOOKEEPER', 'has no ClickHouse Keeper']],
  ['236', ['ABORTED', 'is stopping']],
  ['241', ['MEMORY_LIMIT_EXCEEDED', 'has not enough memory for a statement']],
  ['242', ['TABLE_IS_READ_ONLY', 'has lost ClickHouse Keeper: its tables are read-only']],
  ['243', ['NOT_ENOUGH_SPACE', 'has a full disk']],
  ['252', ['TOO_MANY_PARTS', 'merges parts more slowly than they arrive']],
  ['254', ['NO_ACTIVE_REPLICAS', 'has no active replica']],
  ['279', ['ALL_CONNECTION_TRIES_FAILED', 'does not reach another server']],
  ['285', ['TOO_FEW_LIVE_REPLICAS', 'has too few live replicas']],
  ['286', ['UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE', 'waits for replicas that lack the write before']],
  ['289', ['REPLICA_IS_NOT_IN_QUORUM', 'asked a replica that lacks the last write']],
  ['319', ['UNKNOWN_STATUS_OF_INSERT', 'does not know whether a write was stored']],
  ['341', ['UNFINISHED', 'has not finished a change on every replica']],
  ['394', ['QUERY_WAS_CANCELLED', 'cancelled a statement']],
  ['439', ['CANNOT_SCHEDULE_TASK', 'has no thread left']],
  ['497', ['ACCESS_DENIED', 'denies this user a right that Footfall needs']],
  ['516', ['AUTHENTICATION_FAILED', 'refuses the user or the password']],
  ['701', ['CLUSTER_DOESNT_EXIST', 'has no such cluster']],
  ['999', ['KEEPER_EXCEPTION', 'has trouble with ClickHouse Keeper']],
  ['1000', ['POCO_EXCEPTION', 'has trouble with its network']],
]);

const SIGN_IN = 'check user and password of the address';
const ADDRESS = 'check host and port of the address, and that it runs';
const RIGHTS = 'grant the user all rights on the database';
/** What the operator can do about a fault, by its code. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['81', 'create it, or name another in the address'],
  ['164', RIGHTS],
  ['192', SIGN_IN],
  ['193', SIGN_IN],
  ['194', SIGN_IN],
  ['243', 'free some space there'],
  ['497', RIGHTS],
  ['516', SIGN_IN],
  ['701', 'name one of its clusters in the address'],
  ['foreign', 'name the port of its HTTP interface in the address, 8123 by default'],
  ['ECONNREFUSED', ADDRESS],
  ['EHOSTUNREACH', ADDRESS],
  ['ENOTFOUND', ADDRESS],
]);

/** Creates the fault of a code, with what to do about it. */
const toFault = (sentence: string, code: string): ClickHouseFault => {
  const remedy = REMEDIES.get(code);
  return new ClickHouseFault(remedy === undefined ? sentence : `${sentence}: ${remedy}`, code);
};

const LATE = 'late';
const TOO_SLOW: ReadonlySet<string> = new Set(['159', '160', LATE]);
const DENIED: ReadonlySet<string> = new Set(['164', '497']);
const TOO_LITTLE_MEMORY: ReadonlySet<string> = new Set(['173', '241']);

/** Whether a statement was stopped because it took too long, by the server or by us. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof ClickHouseFault && TOO_SLOW.has(error.code);

/** Whether a statement was stopped because it needed too much memory. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof ClickHouseFault && TOO_LITTLE_MEMORY.has(error.code);

/** Whether the user may not run a statement. */
export const isDenied = (error: unknown): boolean =>
  error instanceof ClickHouseFault && DENIED.has(error.code);

/** Whether a fault is of one statement: others may be answered. */
export const isOfStatement = (fault: ClickHouseFault): boolean =>
  fault.code !== LATE && (isTooSlow(fault) || isTooLarge(fault));

/** Returns the fault of a server that we stopped waiting for. */
export const lateFault = (host: string, timeoutMs: number): ClickHouseFault =>
  new ClickHouseFault(`ClickHouse at ${host} did not answer within ${timeoutMs / 1000} seconds`, LATE);

/**
 * Returns the error to be thrown for a failure: a fault where time or the operator removes it, otherwise a mistake of ours,
 * with what the server says of it.
 */
export function toError(failure: unknown, host: string): Error {
  if (failure instanceof ClickHouseFault) return failure;
  if (!(failure instanceof ClickHouseError)) return toTransportFault(failure, host);
  const { code, message } = failure;
  const fault = FAULTS.get(code);
  if (!fault) return new Error(`ClickHouse at ${host} refused a statement (${code}): ${message}`);
  return toFault(`ClickHouse at ${host} ${fault[1]} (${code} ${fault[0]})`, code);
}

/** Whatever else fails in the client: no connection, no answer, or one that is not ClickHouse's or not whole. */
function toTransportFault(failure: unknown, host: string): ClickHouseFault {
  if (failure instanceof SyntaxError)
    return new ClickHouseFault(`The answer of ClickHouse at ${host} was not whole`, 'broken');
  const code = getErrorCode(failure);
  return code === ''
    ? toFault(`What answers at ${host} is not ClickHouse, or not ready`, 'foreign')
    : toFault(`ClickHouse at ${host} does not answer (${code})`, code);
}
