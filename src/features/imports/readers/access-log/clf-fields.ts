/** What stands before the time of a line in the common log format: which field is the client's address, and which the host. */
import { isIP } from 'node:net';
import { isPrivateAddress } from '../../../../lib/net.ts';

/** Fields by their position. */
export interface ClfFields {
  readonly address: number;
  /** Undefined where lines do not say which host was asked. */
  readonly host: number | undefined;
}

/** Splits what is before the time. A list of forwarded addresses, `client, proxy`, is one field. */
export const splitFields = (text: string): string[] => text.replaceAll(', ', ',').split(' ');

const withoutPort = (text: string): string =>
  isIP(text) === 0 ? text.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^([^:]+):\d+$/, '$1') : text;

/** Returns the client of a field: its address, or of a list of forwarded ones the first that is not of a private network. */
export function toClient(field: string): string {
  if (!field.includes(',')) return field;
  const addresses = field
    .split(',')
    .map(withoutPort)
    .filter(each => isIP(each) !== 0);
  return addresses.find(each => !isPrivateAddress(each)) ?? addresses[0] ?? '';
}

const isAddress = (field: string): boolean => isIP(withoutPort(toClient(field))) !== 0;

/** Endings that are no public ones: of examples, and of private networks. */
const RESERVED = /\.(?:example|test|invalid|local|localhost|internal|lan|home|intranet|corp)$/;
/** The two letters of a country, or a common ending: `jo.doe` is a user, `shop.com` a host. */
const ENDING =
  /\.(?:[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|name|pro|app|dev|page|shop|store|blog|site|online|cloud|tech|xyz|io|ai|eu|news|agency|studio|design|digital|media|social|space|website|web|live|life|world|today|global|group|company|network|systems|software|academy|school|university|berlin|london|paris|nyc|wien|koeln|hamburg|museum|travel|jobs|mobi|coop|aero|asia|cat|tel|post|xn--[a-z0-9-]+)$/;
const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

const isHost = (field: string): boolean => {
  const name = withoutPort(field).toLowerCase();
  return isIP(name) === 0 && HOST.test(name) && (RESERVED.test(name) || ENDING.test(name));
};
const isTime = (field: string): boolean =>
  /^(?:\d{4}[-/]\d\d[-/]\d\d(?:T\S*)?|\d\d:\d\d:\d\d\S*)$/.test(field);

/**
 * Finds the fields by what most lines have at each position. Two addresses are the client's and a proxy's: the client's is the one
 * that is not of a private network. Returns a sentence where both could be, and undefined where a field before the address is
 * none that such a log has, as where a program puts a prefix before each line.
 */
export function findClfFields(lines: readonly (readonly string[])[]): ClfFields | string | undefined {
  const most = (position: number, is: (field: string) => boolean): boolean =>
    lines.filter(fields => is(fields[position] ?? '')).length * 2 > lines.length;
  const positions = Array.from(lines[0] ?? [], (_, position) => position);
  const addresses = positions.filter(position => most(position, isAddress));
  const clients =
    addresses.length < 2
      ? addresses
      : addresses.filter(position =>
          most(position, field => !isPrivateAddress(withoutPort(toClient(field)))),
        );
  if (clients.length > 1 || (addresses.length > 0 && clients.length === 0))
    return 'has two addresses that may both be the visitor’s: pass the log_format';
  // Where a server looks names up, they stand in the place of addresses.
  const address = clients[0] ?? (most(0, isName) && most(1, field => field === '-') ? 0 : undefined);
  if (address === undefined) return undefined;
  const isKnown = (position: number): boolean =>
    most(position, field => field === '-' || isTime(field) || isAddress(field) || isName(field));
  const before = positions.filter(position => position < address);
  if (!before.every(isKnown)) return undefined;
  const host =
    before.find(position => most(position, field => isName(field) && !isAddress(field) && !isTime(field))) ??
    positions.find(position => position > address && most(position, isHost));
  return { address, host };
}

/** Whether a field is a name of a host, be it of one label. */
const isName = (field: string): boolean => /^[a-z0-9_][a-z0-9._-]*(?::\d+)?$/i.test(field) && !isTime(field);
