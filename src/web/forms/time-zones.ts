/** Time zones by the names that people search them by. */
export interface TimeZoneOption {
  readonly value: string;
  /** `America / New York`: found by "new york". */
  readonly label: string;
}

export const toTimeZoneOption = (value: string): TimeZoneOption => ({
  value,
  label: value.replaceAll('_', ' ').replaceAll('/', ' / '),
});

/** Every zone that the browser knows, and those named, which may be older names of one. */
export function listTimeZones(...named: readonly string[]): readonly TimeZoneOption[] {
  const values = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...named]);
  return [...values].sort().map(toTimeZoneOption);
}
