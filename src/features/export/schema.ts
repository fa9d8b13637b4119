import { Type } from '@sinclair/typebox';
import type { ExportFormat } from '../../core/hits/export.ts';
import { FILE_FORMATS } from '../../core/hits/import.ts';
import { Day, oneOf } from '../../http/schema.ts';
import { zoneQuery } from '../../reports/period.ts';
import { EXPORT_TYPES } from './kinds.ts';

export const ExportQuery = Type.Object({
  type: Type.Optional(oneOf(EXPORT_TYPES, { description: '`hits` when left out' })),
  format: Type.Optional(oneOf(FILE_FORMATS, { description: '`ndjson` when left out' })),
  start_date: Type.Optional({
    ...Day,
    description: 'first day, YYYY-MM-DD; from the first row when left out',
  }),
  end_date: Type.Optional({ ...Day, description: 'last day, included; to the last row when left out' }),
  ...zoneQuery,
});

/** Media types of the formats. */
export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** The responses, for the OpenAPI document. */
export const EXPORT_MEDIA = {
  'application/x-ndjson': 'a JSON object a line',
  'text/csv': 'a header row, then a row a line',
  'application/vnd.apache.parquet': 'Apache Parquet, compressed with zstd',
};
