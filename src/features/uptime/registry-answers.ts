/** Reads what registries answer. They are strangers: whatever cannot be read for sure is not known. */

const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** The end of a registration in an RDAP answer about this very domain; null when it is not said. Source: RFC 9083, section 4.5. */
export function readRdapExpiry(text: string, domain: string): Date | null {
  const answer = parseJson(text);
  if (typeof answer !== 'object' || answer === null) return null;
  const { ldhName, events } = answer as { ldhName?: unknown; events?: unknown };
  if (typeof ldhName === 'string' && ldhName.toLowerCase().replace(/\.$/, '') !== domain) return null;
  if (!Array.isArray(events)) return null;
  for (const event of events as unknown[]) {
    if (typeof event !== 'object' || event === null) continue;
    const { eventAction, eventDate } = event as { eventAction?: unknown; eventDate?: unknown };
    if (eventAction === 'expiration' && typeof eventDate === 'string') return readDate(eventDate);
  }
  return null;
}

/** How the root names a WHOIS server, in a line without blanks around it. */
const REFERRAL_LINE = /^(?:whois|refer):[ \t]*([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;

/** Returns the WHOIS server that the root names for a top-level domain; null when there is none. */
export const readWhoisReferral = (text: string): string | null =>
  findLine(text, REFERRAL_LINE)?.toLowerCase() ?? null;

/** How WHOIS servers name the end of a registration, in a line without blanks around it. */
const EXPIRY_LINE =
  /^\[?(?:registry expiry date|registrar registration expiration date|expir(?:y|ation|e)(?: date| time)?|expires(?: on)?|domain expires|paid-till|valid until|renewal date)[\].: \t]+([^\].: \t].*)$/i;

/** Returns the end of a registration in a WHOIS answer; null when it is not said, or not in a way that leaves no doubt. */
export function readWhoisExpiry(text: string): Date | null {
  const found = findLine(text, EXPIRY_LINE);
  return found === undefined ? null : readDate(found);
}

/** Returns the group of the first line that a pattern matches. Line by line, so that an answer of blanks costs no more than any other. */
function findLine(text: string, pattern: RegExp): string | undefined {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const found = pattern.exec(line.trim())?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Days are read where year, month and day cannot be mistaken for each other; without a zone they are in UTC. */
function readDate(text: string): Date | null {
  const [, year, month, day, time = '', zone = ''] =
    /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?/i.exec(
      text,
    ) ?? [];
  if (year !== undefined)
    return plausible(Date.parse(`${year}-${month}-${day}T${time || '00:00:00'}${zoneOf(zone)}`));
  const [, dayOfMonth, name, fullYear] = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4})/i.exec(text) ?? [];
  const index = MONTHS.indexOf(name?.toLowerCase() ?? '');
  return index < 0 ? null : plausible(Date.UTC(Number(fullYear), index, Number(dayOfMonth)));
}

const zoneOf = (zone: string): string =>
  zone === '' || /z/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');

function plausible(atMs: number): Date | null {
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
