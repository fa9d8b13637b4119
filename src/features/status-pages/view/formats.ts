/** Formats of status pages, feeds and mails in a language. */
import type { Language } from '../../../core/languages.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import type { MissingCount } from '../text-types.ts';
import type { Missing } from './build.ts';

/** English as most of the world writes it. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', fr: 'fr' };

export function createFormats(language: Language, timeZone: string) {
  const locale = LOCALES[language];
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const dayOf = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const list = new Intl.ListFormat(locale);
  // Rounded down: what was down for a moment was not up all the time. As a unit: 0.9008 times 100 is less than 90.08.
  const percent = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 2,
    roundingMode: 'floor',
  });
  const duration = new Intl.DurationFormat(locale, { style: 'long' });
  return {
    time: (instant: string) => time.format(new Date(instant)),
    /** Formats the day of an instant. */
    dayOf: (instant: string) => dayOf.format(new Date(instant)),
    day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
    number: (value: number) => number.format(value),
    list: (items: readonly string[]) => list.format(items),
    /** Formats how much a downtime cost. */
    missing: ({ missing, missing_low, missing_high }: Missing): MissingCount => ({
      count: number.format(missing),
      isOne: plurals.select(missing) === 'one',
      low: number.format(missing_low),
      high: number.format(missing_high),
    }),
    percent: (value: number) => percent.format(value),
    /** Formats a duration in its two largest units; at least a minute. */
    duration(ms: number): string {
      const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
      const [days, hours, rest] = [
        Math.floor(minutes / 1440),
        Math.floor((minutes % 1440) / 60),
        minutes % 60,
      ];
      return duration.format({ days, hours, ...(days === 0 && { minutes: rest }) });
    },
  };
}

export type Formats = ReturnType<typeof createFormats>;
