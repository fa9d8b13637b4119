/** Converts values to and from DuckDB and the journal. */
import type { DuckDBPreparedStatement, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { SqlValue } from '../engine-types.ts';
import type { DuckDb } from '../native/native.ts';

/** A statement's value in the journal; types that JSON lacks are wrapped. */
export type StoredValue =
  | string
  | number
  | boolean
  | null
  | readonly number[]
  | readonly string[]
  | { readonly bigint: string }
  | { readonly date: number };

/** Converts a value for the journal. */
export function serializeValue(value: SqlValue): StoredValue {
  if (typeof value === 'bigint') return { bigint: value.toString() };
  if (value instanceof Date) return { date: value.getTime() };
  return value;
}

/** Converts a value of the journal back. */
export function parseValue(value: StoredValue): SqlValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value as SqlValue;
  if ('bigint' in value) return BigInt(value.bigint);
  if ('date' in value) return new Date(value.date);
  return value;
}

/** Binds a statement's parameters; see `SqlValue` for their types. */
export function bindValues(
  duckdb: DuckDb,
  statement: DuckDBPreparedStatement,
  values: readonly SqlValue[],
): void {
  const bind = createBinder(duckdb, statement);
  values.forEach((value, index) => {
    bind(index + 1, value);
  });
}

const createBinder =
  (duckdb: DuckDb, statement: DuckDBPreparedStatement) =>
  (at: number, value: SqlValue): void => {
    if (value === null) statement.bindNull(at);
    else if (typeof value === 'string') statement.bindVarchar(at, value);
    else if (typeof value === 'boolean') statement.bindBoolean(at, value);
    else if (typeof value === 'bigint')
      value < 0n ? statement.bindHugeInt(at, value) : statement.bindUBigInt(at, value);
    else if (typeof value === 'number') {
      if (Number.isSafeInteger(value)) statement.bindBigInt(at, BigInt(value));
      else statement.bindDouble(at, value);
    } else if (value instanceof Date) statement.bindTimestamp(at, toTimestamp(duckdb, value));
    else if (isTexts(value)) statement.bindList(at, value, duckdb.LIST(duckdb.VARCHAR));
    else statement.bindList(at, value.map(BigInt), duckdb.LIST(duckdb.BIGINT));
  };

const isTexts = (values: readonly number[] | readonly string[]): values is readonly string[] =>
  typeof values[0] === 'string';

const toTimestamp = (duckdb: DuckDb, at: Date) =>
  new duckdb.DuckDBTimestampValue(BigInt(at.getTime()) * 1000n);

/** Creates a function that converts a value of a result as `SqlRow` describes. */
export function createConverter(duckdb: DuckDb): (value: DuckDBValue, type: DuckDBType) => unknown {
  const convert = (value: DuckDBValue, type: DuckDBType): unknown => {
    if (typeof value === 'bigint') return type.typeId === duckdb.DuckDBTypeId.UBIGINT ? value : Number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof duckdb.DuckDBTimestampValue || value instanceof duckdb.DuckDBTimestampTZValue) {
      return new Date(Number(value.micros / 1000n));
    }
    if (value instanceof duckdb.DuckDBDateValue) return new Date(value.days * DAY_MS);
    if (value instanceof duckdb.DuckDBDecimalValue) return value.toDouble();
    if (value instanceof duckdb.DuckDBListValue) {
      const inner = type instanceof duckdb.DuckDBListType ? type.valueType : type;
      return value.items.map(item => convert(item, inner));
    }
    return value;
  };
  return convert;
}
