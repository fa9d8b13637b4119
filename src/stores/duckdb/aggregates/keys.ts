/** Expressions of the keys of sums over the columns of a row. */
import type { Dimension, OfSite } from '../../../core/hits/query.ts';
import { toHost } from '../../sql/addresses.ts';
import { nameStored } from '../../sql/channels.ts';
import { keyOf } from '../../sql/dimensions.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { type SumKey, VALUE_KEYS } from './table.ts';

/** A key that a site may have too many values of. */
export type ValueKey = (typeof VALUE_KEYS)[number];

/** Returns whether a site may have too many values of a key. */
export const isValueKey = (key: string): key is ValueKey => (VALUE_KEYS as readonly string[]).includes(key);

/** Keys of hits that are stored otherwise than the dimension is read. */
const OF_HITS: Readonly<Partial<Record<SumKey, Sql>>> = {
  is_mobile: raw('is_mobile::varchar'),
  // Hits without a url are at the site's own address, which is not known here.
  hostname: toHost(raw('url')),
  channel: raw('channel::varchar'),
  // As it is written: groups are named by that.
  source: raw('source'),
};

/** Returns the key of a hit. */
export const hitKey = (key: SumKey): Sql => OF_HITS[key] ?? keyOf(key as Dimension, raw, {});

/** Values that follow from the url alone. */
export const URL_KEYS: readonly ValueKey[] = ['hostname', 'campaign', 'medium', 'term', 'content'];

/** Returns the value of a stored key of hits. */
export const storedValue = (name: ValueKey, key: Sql, { siteHosts }: Pick<OfSite, 'siteHosts'>): Sql => {
  if (name === 'hostname') return sql`coalesce(${key}, ${siteHosts?.[0] ?? null}::varchar)`;
  return name === 'channel' ? nameStored(sql`try_cast(${key} as integer)`) : key;
};

/** Returns the condition for rows of sites that have sums by a value. */
export const isSummed = (key: ValueKey): Sql =>
  raw(`site_id not in (select site_id from sum_widths where key = '${key}')`);

const ENDS: Readonly<Partial<Record<SumKey, Sql>>> = {
  entry_page: raw('case when visit_hits is not null then path end'),
  exit_page: raw('case when visit_hits is not null then coalesce(visit_exit_page, path) end'),
};

/** Returns whether visits of a site may lack sums by a key; those by channel are few. */
export const isWideKey = (key: string): key is ValueKey => isValueKey(key) && key !== 'channel';

/** Returns the value of a visit, over its first hit; a hit without a visit keeps its own. */
export const visitKey = (key: SumKey): Sql => {
  if (isWideKey(key)) return sql`case when ${isSummed(key)} then ${hitKey(key)} end`;
  return ENDS[key] ?? keyOf(key as Dimension, raw, {} satisfies OfSite);
};

/** Returns the name of a key's values in tables that sums are made of. */
export const keyName = (key: SumKey): Sql => raw(`${key}_key`);
