/** Formats the facts of sentences in a language other than the server's. */

export interface SentenceFormat {
  /** `Montag, 9. März`. */
  readonly formatDay: (day: string) => string;
  /** `9. März`. */
  readonly formatDate: (day: string) => string;
  /** Formats a share: a part is never rounded to nothing or to the whole. */
  readonly formatShare: (part: number, whole: number) => string;
  /** Formats the change from one count to another without its sign; null for one from 0. */
  readonly formatChange: (current: number, previous: number) => string | null;
  readonly formatCountry: (code: string) => string;
}

/** Words around a percentage: `weniger als 1 %`, `mehr als 99 %`. */
interface ShareWords {
  readonly below: (share: string) => string;
  readonly above: (share: string) => string;
}

/** Makes the formatting of a language, by its BCP 47 tag. */
export function createSentenceFormat(locale: string, { below, above }: ShareWords): SentenceFormat {
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const createDayFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
      ...options,
    });
    return (day: string): string => format.format(new Date(day));
  };
  return {
    formatDay: createDayFormat({ weekday: 'long' }),
    formatDate: createDayFormat({}),
    formatShare: (part, whole) => {
      const share = whole === 0 ? 0 : part / whole;
      if (share > 0 && share < 0.005) return below(percents.format(0.01));
      return share < 1 && share >= 0.995 ? above(percents.format(0.99)) : percents.format(share);
    },
    formatChange: (current, previous) =>
      previous === 0 ? null : percents.format(Math.abs(current - previous) / previous),
    formatCountry: code => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
  };
}

/** A rough duration: `25 minutes`, `3 hours`, `4 days`. */
export function toRoughDuration(minutes: number): {
  readonly count: number;
  readonly unit: 'minute' | 'hour' | 'day';
} {
  const hours = Math.round(minutes / 60);
  if (minutes < 90) return { count: minutes, unit: 'minute' };
  return hours < 72 ? { count: hours, unit: 'hour' } : { count: Math.round(hours / 24), unit: 'day' };
}

/** Puts untrusted text into quotes; quotes within it would look like its end. */
export const quote = (text: string, open: string, close: string): string =>
  `${open}${text.replaceAll(/[“”„‟"«»]/g, '’')}${close}`;
