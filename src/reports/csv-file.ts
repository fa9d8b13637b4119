/** Answers a CSV file that is made at once. */
import type { RawBody } from '../http/endpoint.ts';
import type { Period } from './period.ts';

interface CsvFile {
  /** What the rows are, in the name of the file. */
  readonly name: string;
  readonly site: { readonly url: string };
  readonly period: Pick<Period, 'first' | 'last'>;
  /** Formatted lines, the header first. */
  readonly lines: readonly string[];
}

export function toCsvFile({ name, site, period: { first, last }, lines }: CsvFile): RawBody {
  const host = new URL(site.url).hostname.replace(/[^a-zA-Z0-9.-]/g, '');
  return {
    content: lines.join(''),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${host}-${name}-${first}-${last}.csv"`,
    },
  };
}
