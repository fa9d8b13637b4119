/** DNS records of a host that a user gave, asked of the machine's own name servers. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { compileRanges } from '../lib/net.ts';
import { raceSignal, startDeadline } from './deadline.ts';
import { OutboundError } from './errors.ts';
import { isCallableAddress, parseTarget, requirePublicName } from './target.ts';

export interface LookUpOptions {
  readonly host: string;
  readonly type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'NS' | 'TXT';
  /** Timeout of everything. */
  readonly timeoutMs: number;
  /** Aborts; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Looks up the records of a host, at least one, each as a text. Rejects with an `OutboundError`. */
export type LookUpRecords = (question: LookUpOptions) => Promise<readonly string[]>;

/** Of one server, before it is asked again or the next one is. */
const TRY_TIMEOUT_MS = 3000;
const TRIES = 2;
const MAX_RECORDS = 100;
/** Names whose addresses are looked up at most. */
const MAX_NAMES = 10;

/**
 * Creates the function that looks up records. Names and addresses of private networks are refused as `fetchPublic` refuses them, so
 * that nobody reads the operator's own zones: of every type, where the name or one that its records name has such an address.
 */
export function createLookUpRecords({
  allowPrivate,
  servers = [],
}: {
  readonly allowPrivate: readonly string[];
  /** Name servers as `address:port`. Default: those of the system. */
  readonly servers?: readonly string[];
}): LookUpRecords {
  const isAllowed = compileRanges(allowPrivate);
  /** Each question has a resolver of its own: one keeps answers for up to an hour, and a monitor is to see changes. */
  const createResolver = (): Resolver => {
    const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    return resolver;
  };

  return async ({ host, type, timeoutMs, signal }) => {
    parseTarget(`http://${host}/`);
    if (isIP(host) !== 0)
      throw new OutboundError('refused_target', `${host} is an address, and has no records`);
    requirePublicName(host, allowPrivate);
    const late = () => new OutboundError('timeout', `no name server answered for ${host} in time`);
    const deadline = startDeadline(timeoutMs, late, signal);
    try {
      const answer = await raceSignal(deadline.signal, createResolver().resolve(host, type));
      const records = toTexts(answer).slice(0, MAX_RECORDS);
      if (records.length === 0) throw noRecord(host, type);
      const names = [host, ...listNames(type, records)].slice(0, MAX_NAMES);
      const addresses =
        type === 'A' || type === 'AAAA'
          ? records
          : await raceSignal(deadline.signal, findAddresses(createResolver(), names));
      if (!addresses.every(address => isCallableAddress(address, isAllowed)))
        throw new OutboundError('refused_target', `${host} is not on the open internet`);
      return records;
    } catch (error) {
      deadline.signal.throwIfAborted();
      throw error instanceof OutboundError ? error : toOutboundError(error, host, type);
    } finally {
      deadline.clear();
    }
  };
}

/** Returns the names that records have. */
function listNames(type: LookUpOptions['type'], records: readonly string[]): string[] {
  if (type === 'MX') return records.map(record => record.replace(/^\d+ /, ''));
  return type === 'CNAME' || type === 'NS' ? [...records] : [];
}

/** Finds the addresses of names; none of those that have none. */
async function findAddresses(resolver: Resolver, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    names.flatMap(name => [resolver.resolve4(name).catch(() => []), resolver.resolve6(name).catch(() => [])]),
  );
  return found.flat();
}

const noRecord = (host: string, type: string): OutboundError =>
  new OutboundError('dns', `no ${type} record is known for ${host}`);

function toOutboundError(error: unknown, host: string, type: string): OutboundError {
  const code = (error as { readonly code?: unknown }).code;
  return code === 'ETIMEOUT' || code === 'DNS_ETIMEOUT' || code === 'ECONNREFUSED'
    ? new OutboundError('timeout', `no name server answered for ${host} in time`)
    : noRecord(host, type);
}

/** Writes records as texts: those of MX with their priority, the parts of a TXT joined. */
function toTexts(answer: unknown): string[] {
  if (!Array.isArray(answer)) return [];
  return answer.map(record => {
    if (typeof record === 'string') return record;
    if (Array.isArray(record)) return record.join('');
    const { priority, exchange } = record as { readonly priority?: number; readonly exchange?: string };
    return `${priority} ${exchange}`;
  });
}
