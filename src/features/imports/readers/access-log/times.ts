/** Times of access logs. */
import { isDay, startOfHour } from '../../../../lib/time.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `10/Oct/2000:13:55:36 -0700`; some leave the zone out. */
const CLF = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?: ([+-])(\d{2})(\d{2}))?$/;
/** ISO 8601, and as Caddy writes it with slashes. */
const ISO = /^(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}):(\d{2}):(\d{2})(\.\d+)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i;
/** Seconds, milliseconds, microseconds or nanoseconds since 1970. */
const EPOCH = /^\d{1,10}(?:\.\d+)?$|^\d{13}(?:\.\d+)?$|^\d{16}$|^\d{19}$/;
const ISO_LENGTH = 24;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Returns the instant that clocks of a zone show; NaN for no day or time. */
function fromClock(
  day: string,
  clock: readonly [hour: number, minute: number, ms: number],
  zone: string,
): number {
  const [hour, minute, ms] = clock;
  if (!isDay(day) || hour > 23 || minute > 59 || ms > 60 * SECOND_MS) return Number.NaN;
  if (zone === 'UTC') return Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS + ms;
  return +startOfHour(day, hour, zone) + minute * MINUTE_MS + ms;
}

const offsetOf = (zone: string): number => {
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (digits.startsWith('-') ? -1 : 1) * minutes * MINUTE_MS;
};

function parseClf(text: string, zone: string): number | undefined {
  const [, date, month = '', year, hour, minute, second, sign, hours, minutes] = CLF.exec(text) ?? [];
  if (date === undefined) return undefined;
  const day = `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${date}`;
  const clock = [Number(hour), Number(minute), Number(second) * SECOND_MS] as const;
  if (sign === undefined) return fromClock(day, clock, zone);
  return fromClock(day, clock, 'UTC') - offsetOf(`${sign}${hours}${minutes}`);
}

function parseIso(text: string, zone: string): number | undefined {
  const [, year, month, date, hour, minute, second, fraction = '', offset] = ISO.exec(text) ?? [];
  if (year === undefined) return undefined;
  const ms = Number(second) * SECOND_MS + Math.floor(Number(`0${fraction}`) * SECOND_MS);
  const clock = [Number(hour), Number(minute), ms] as const;
  const day = `${year}-${month}-${date}`;
  if (offset === undefined) return fromClock(day, clock, zone);
  return fromClock(day, clock, 'UTC') - (/^z$/i.test(offset) ? 0 : offsetOf(offset));
}

function parseEpoch(text: string): number | undefined {
  if (!EPOCH.test(text)) return undefined;
  const digits = text.split('.', 1)[0]?.length ?? 0;
  if (digits <= 10) return Math.round(Number(text) * SECOND_MS);
  return Math.floor(Number(text) / 10 ** (digits - 13));
}

/** Lengths of `10/Oct/2000:13:55:36 -0700`, and of what is before its minutes, its seconds and its zone. */
const CLF_LENGTH = 26;
const BEFORE_MINUTES = 14;
const BEFORE_SECONDS = 17;
const BEFORE_ZONE = 20;
const WHOLE_HOURS = /00$/;
/** Minutes and seconds, or seconds, that no clock has to be asked for. */
const REST = /^(?::[0-5]\d){1,2}$/;

/** Creates a function that returns a time as ISO 8601 in UTC; undefined for an invalid one. Without a zone, times are in `zone`. */
export function createTimeParser(zone: string): (text: string) => string | undefined {
  // Lines of one second, and of one hour, follow each other; where zones differ by minutes, of one minute.
  let last = '';
  let known: string | undefined;
  let start = '';
  let offset = '';
  let utcStart = '';
  const isInReach = (text: string): boolean =>
    start !== '' &&
    text.length === CLF_LENGTH &&
    text.startsWith(start) &&
    text.endsWith(offset) &&
    REST.test(text.slice(start.length, BEFORE_ZONE));
  const remember = (text: string, utc: string): void => {
    const length = WHOLE_HOURS.test(text) ? BEFORE_MINUTES : BEFORE_SECONDS;
    const rest = text.slice(length, BEFORE_ZONE);
    // A leap second is one of the next minute.
    if (!utc.endsWith(`${rest}.000Z`)) return;
    start = text.slice(0, length);
    offset = text.slice(BEFORE_ZONE);
    utcStart = utc.slice(0, -`${rest}.000Z`.length);
  };
  return text => {
    if (text === last) return known;
    last = text;
    if (isInReach(text)) {
      known = `${utcStart}${text.slice(start.length, BEFORE_ZONE)}.000Z`;
      return known;
    }
    const ms = parseClf(text, zone) ?? parseIso(text, zone) ?? parseEpoch(text) ?? Number.NaN;
    known = Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : undefined;
    if (known?.length === ISO_LENGTH && text.length === CLF_LENGTH && CLF.test(text)) remember(text, known);
    return known;
  };
}
