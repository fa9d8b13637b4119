import { isDeepStrictEqual } from 'node:util';

/** Returns whether a change of a row gives a field another value: what is sent as it is stored changes nothing. */
export const isChange = <Row extends object>(row: Row, change: Partial<Row>): boolean =>
  Object.entries(change).some(([field, value]) => !isDeepStrictEqual(row[field as keyof Row], value));
