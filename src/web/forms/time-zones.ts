/** The browser's time zone. */
export const BROWSER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An option of a field for time zones. */
export interface TimeZoneOption {
  readonly value: string;
  /** `America / New York`: found by "new york". */
  readonly label: string;
}

export const toTimeZoneOption = (value: string): TimeZoneOption => ({
  value,
  label: value.replaceAll('_', ' ').replaceAll('/', ' / '),
});

/** Lists every zone of the browser, and the named ones, which may be aliases. */
export function listTimeZones(...named: readonly string[]): readonly TimeZoneOption[] {
  const values = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...named]);
  return [...values]
    .filter(value => value !== '')
    .sort()
    .map(toTimeZoneOption);
}
