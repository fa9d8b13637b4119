/** Reads hosts of addresses as the engines do: of urls and referrers as they are stored, which may be anything. */
import { trimTrailing } from '../../lib/text.ts';

/** Returns the host of an address: lower case, without `www.`, port and dots at its end; null without one. */
export function readHost(address: string | null): string | null {
  const text = (address ?? '').replace(/^ +/, '').replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const end = text.search(/[/?#\\@]/);
  const named = text[end] === '@' ? text.slice(end + 1) : text;
  const bare = named.replace(/^www\./i, '');
  const host = /^\[[^\]/?#]*\]/.exec(bare)?.[0] ?? bare.split(/[/?#\\: ]/, 1)[0] ?? '';
  return trimTrailing(host.toLowerCase(), '.') || null;
}
