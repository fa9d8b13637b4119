/**
 * Values of a row that follow from others, worked out while it is read: a visitor's hash and the source. The store would look up every
 * distinct visitor in a table of them all, which takes more memory and time than the rows themselves. An id that is too long is left
 * to it: the row is a bad one.
 */
import { nameSource } from '../../core/channels/name-sources.ts';
import type { ImportDerivations } from '../../core/hits/import.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { toHex64 } from '../../lib/hash.ts';
import { memoizeByText } from '../../lib/memoize.ts';

/** What values are derived by. */
export interface RowDerivations {
  readonly siteUrl: string;
  readonly derive: Pick<ImportDerivations, 'visitor' | 'source'>;
}

type Values = readonly (string | null)[];

/** The columns of rows with derived values, and what works these out. */
export interface DerivedRows {
  readonly columns: readonly string[];
  readonly complete: (values: Values) => Values;
}

const VISITOR = 'visitor_hash';
const SOURCE = 'source';

/** Returns the query string of an address, as the store finds it; undefined where there is none. */
const queryOf = (address: string): string | undefined => /\?([^#]*)/.exec(address)?.[1];

/** Creates what derives values of rows with these columns. Rows without visitor ids, as those of logs, stay as they are. */
export function deriveRowValues(given: readonly string[], { siteUrl, derive }: RowDerivations): DerivedRows {
  const idAt = given.indexOf('visitor_id');
  if (idAt === -1) return { columns: given, complete: values => values };
  const columns = [...given, ...[SOURCE, VISITOR].filter(name => !given.includes(name))];
  const [path, url, referrer, source, hash] = ['path', 'url', 'referrer', SOURCE, VISITOR].map(name =>
    columns.indexOf(name),
  ) as [number, number, number, number, number];
  const hashVisitor = memoizeByText(id => toHex64(derive.visitor(id)));
  const sourceOfQuery = memoizeByText(query => derive.source(`${siteUrl}/?${query}`, null) ?? '');
  const nameGiven = memoizeByText(nameSource);
  const sourceOfReferrer = memoizeByText(from => derive.source(null, from) ?? '');

  function findSource(values: Values): string {
    const [page, own, from] = [values[path] ?? '', values[url] ?? '', values[referrer] ?? ''];
    const query = queryOf(own || page);
    const named = query === undefined ? '' : sourceOfQuery(query);
    return named || (from === '' ? '' : sourceOfReferrer(from));
  }

  return {
    columns,
    complete(values) {
      const row = [...values];
      const id = values[idAt] ?? '';
      if (id !== '' && id.length <= MAX_LENGTH.visitor_id) {
        row[hash] = hashVisitor(id);
        row[idAt] = null;
      }
      row[source] = row[source] ? nameGiven(row[source]) : findSource(values);
      row[hash] ??= null;
      return row;
    },
  };
}
