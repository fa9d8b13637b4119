/** Formats an instant for the reader of a mail: `10 March 2026 at 13:04 (Europe/Berlin)`. */
export function formatInstant(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
  return `${format.format(instant)} (${timeZone})`;
}

/** Formats the day of an instant: `10 March 2026`. */
export const formatDay = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(instant);
