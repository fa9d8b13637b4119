/** Parses answers of registries. They are untrusted: anything ambiguous counts as unknown. */

const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** Parses the expiry of an RDAP answer about this domain; null when there is none. Source: RFC 9083, section 4.5. */
export function parseRdapExpiry(text: string, domain: string): Date | null {
  const answer = parseJson(text);
  if (typeof answer !== 'object' || answer === null) return null;
  const { ldhName, events } = answer as { ldhName?: unknown; events?: unknown };
  if (typeof ldhName === 'string' && ldhName.toLowerCase().replace(/\.$/, '') !== domain) return null;
  if (!Array.isArray(events)) return null;
  for (const event of events as unknown[]) {
    if (typeof event !== 'object' || event === null) continue;
    const { eventAction, eventDate } = event as { eventAction?: unknown; eventDate?: unknown };
    if (eventAction === 'expiration' && typeof eventDate === 'string') return parseDate(eventDate);
  }
  return null;
}

/** WHOIS server in an answer of the root, in a trimmed line. */
const REFERRAL_LINE = /^(?:whois|refer):[ \t]*([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;

/** Parses the WHOIS server that the root names for a top-level domain; null when there is none. */
export const parseWhoisReferral = (text: string): string | null =>
  findLine(text, REFERRAL_LINE)?.toLowerCase() ?? null;

/** Expiry in a WHOIS answer, in a trimmed line. */
const EXPIRY_LINE =
  /^\[?(?:registry expiry date|registrar registration expiration date|expir(?:y|ation|e)(?: date| time)?|expires(?: on)?|domain expires|paid-till|valid until|renewal date)[\].: \t]+([^\].: \t].*)$/i;

/** Parses the expiry of a WHOIS answer; null when there is none, or an ambiguous one. */
export function parseWhoisExpiry(text: string): Date | null {
  const found = findLine(text, EXPIRY_LINE);
  return found === undefined ? null : parseDate(found);
}

/**
 * Returns the group of the first line that a pattern matches. It works line by line, so that an answer full of blanks
 * stays cheap.
 */
function findLine(text: string, pattern: RegExp): string | undefined {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const found = pattern.exec(line.trim())?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses a date in an unambiguous format; without a zone it is in UTC. */
function parseDate(text: string): Date | null {
  const [, year, month, day, time = '', zone = ''] =
    /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?/i.exec(
      text,
    ) ?? [];
  if (year !== undefined)
    return toPlausibleDate(Date.parse(`${year}-${month}-${day}T${time || '00:00:00'}${toIsoOffset(zone)}`));
  const [, dayOfMonth, name, fullYear] = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4})/i.exec(text) ?? [];
  const index = MONTHS.indexOf(name?.toLowerCase() ?? '');
  return index < 0 ? null : toPlausibleDate(Date.UTC(Number(fullYear), index, Number(dayOfMonth)));
}

const toIsoOffset = (zone: string): string =>
  zone === '' || /z/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');

function toPlausibleDate(atMs: number): Date | null {
  const isPlausible = atMs >= EARLIEST && atMs < LATEST;
  return isPlausible ? new Date(atMs) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
