/** Writing an export (NDJSON only) row by row: the plain form of what the real engine states in SQL. */
import { columnsOfKind } from '../../src/core/hits/columns.ts';
import type { ExportRequest, ExportStream } from '../../src/core/hits/export.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';

/** Streams rows of one kind, oldest id first, each with whether it is a unique hit. */
export async function* writeExport(
  rows: readonly (StoredHit & { readonly isUnique: boolean })[],
  { siteUrl, kind, format }: ExportRequest,
): ExportStream {
  if (format !== 'ndjson') throw new Error('the store in memory exports NDJSON only');
  const names = columnsOfKind(kind).flatMap(({ name, property, import: imported }) =>
    imported ? [{ name, property }] : [],
  );
  for (const row of rows) {
    const written = {
      visitor_is_stable: row.visitorScope === null ? null : row.visitorScope === 'stable',
      is_unique: row.isUnique,
      url: row.url ?? (row.path === null ? null : siteUrl.replace(/\/+$/, '') + row.path),
      visitor_hash: row.visitorHash?.toString(16).padStart(16, '0') ?? null,
      properties: row.properties === null ? null : JSON.parse(row.properties),
      revenue_amount: row.revenueAmount === null ? null : row.revenueAmount / 10_000,
    } as Record<string, unknown>;
    const values = names.map(({ name, property }) => [
      name,
      name in written ? written[name] : row[property as keyof StoredHit],
    ]);
    yield new TextEncoder().encode(`${JSON.stringify({ type: kind, ...Object.fromEntries(values) })}\n`);
  }
  return rows.length;
}
