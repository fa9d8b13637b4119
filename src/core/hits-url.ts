/** The address of a database that hits are kept in, as a setting and an option of commands name it. */

/** Where a ClickHouse database is. */
export interface HitsAddress {
  /** Origin of its HTTP interface, without user and password. */
  readonly url: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  /** The cluster that has the tables; null for one server. */
  readonly cluster: string | null;
}

/** What `parseHitsUrl` takes: completes "must be …". */
export const HITS_URL_FORM =
  'an address such as clickhouse+http://user:password@host:8123/database or clickhouse+https://…, with ?cluster=NAME for a cluster, special characters as %40';

/** Ports of ClickHouse's HTTP interface, where an address names none. */
const PROTOCOLS: ReadonlyMap<string, { readonly protocol: string; readonly port: number }> = new Map([
  ['clickhouse+http:', { protocol: 'http:', port: 8123 }],
  ['clickhouse+https:', { protocol: 'https:', port: 8443 }],
]);

/** Describes where a database is, without user and password. */
export const describeHitsAddress = ({ url, database, cluster }: HitsAddress): string =>
  `${new URL(url).host}/${database}${cluster === null ? '' : `?cluster=${cluster}`}`;

const NAME = /^[A-Za-z_][\w-]{0,63}$/;

/** Returns the address that a text names; undefined for another text. */
export function parseHitsUrl(text: string): HitsAddress | undefined {
  const given = URL.parse(text);
  const kind = PROTOCOLS.get(given?.protocol ?? '');
  if (!given || !kind || given.hash !== '') return undefined;
  const { protocol, port } = kind;
  const [username, password, database] = [given.username, given.password, given.pathname.slice(1)].map(
    decode,
  );
  const url = URL.parse(`${protocol}//${given.hostname}:${given.port || port}`);
  const parameters = [...given.searchParams];
  const [[name, cluster] = ['cluster', null]] = parameters;
  if (!url?.hostname || !database || !NAME.test(database)) return undefined;
  if (username === undefined || password === undefined) return undefined;
  if (parameters.length > 1 || name !== 'cluster' || (cluster !== null && !NAME.test(cluster)))
    return undefined;
  return { url: url.origin, database, username: username || 'default', password, cluster };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
