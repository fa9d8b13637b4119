const numbers = new Intl.NumberFormat('en');
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export const formatCount = (count: number): string => numbers.format(count);

/** In the time zone of the browser. */
export const formatMoment = (instant: string): string => moments.format(new Date(instant));

export function formatCountry(code: string): string {
  if (code === 'XX') return 'unknown country';
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The day so many days ago in UTC, where the API's days begin. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A word for a shell, in quotes where it needs them. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
