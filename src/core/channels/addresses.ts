/** Reads parts of addresses as the engines do: of urls and referrers as they are stored, which may be anything. */

/** Returns the host of an address: lower case, without `www.`, port and dots at its end; null without one. */
export function readHost(address: string | null): string | null {
  const text = (address ?? '').replace(/^ +/, '').replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const end = text.search(/[/?#\\@]/);
  const named = text[end] === '@' ? text.slice(end + 1) : text;
  const bare = named.replace(/^www\./i, '');
  const host = /^\[[^\]/?#]*\]/.exec(bare)?.[0] ?? bare.split(/[/?#\\: ]/, 1)[0] ?? '';
  return withoutLast(host.toLowerCase(), '.') || null;
}

/** Returns the decoded value of the first parameter with a name that has one; undecoded where it is malformed. */
export function readParameter(url: string, name: string): string | null {
  const value = new RegExp(`[?&]${name}=([^&#]+)`).exec(url)?.[1]?.replaceAll('+', ' ');
  return value === undefined ? null : withoutLast(decode(value).replace(/^ +/, ''), ' ') || null;
}

/** Bytes that make no text leave the whole as it stands; a percent sign without two digits is one. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return text;
  }
}

function withoutLast(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
