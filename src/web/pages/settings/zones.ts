/** Time zones by the names that people search them by. */
export interface Zone {
  readonly value: string;
  /** `America / New York`: found by "new york". */
  readonly label: string;
}

export const zoneOf = (value: string): Zone => ({
  value,
  label: value.replaceAll('_', ' ').replaceAll('/', ' / '),
});

/** Every zone that the browser knows, and those named, which may be older names of one. */
export function listZones(...named: readonly string[]): readonly Zone[] {
  const values = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...named]);
  return [...values].sort().map(zoneOf);
}
