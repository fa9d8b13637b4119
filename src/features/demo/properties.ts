/** Properties and revenue of the demonstration data: they follow from the row, so that its other figures stay as they are. */
import type { DemoRow } from './row.ts';

const AUTHORS: ReadonlyMap<string, string> = new Map([
  ['/blog/how-we-dry-timber', 'Ada Lindqvist'],
  ['/blog/summer-collection', 'Noor Haddad'],
  ['/blog/repairing-a-chair', 'Ada Lindqvist'],
]);
const PRICES: Readonly<Record<string, number>> = {
  'walnut-desk': 890,
  'oak-shelf': 249.5,
  'linen-chair': 320,
  'reading-lamp': 89,
};
/** Countries whose orders are paid in dollars; others pay in euros. */
const DOLLARS: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'GB']);
/** Of 10 visitors. */
const CUSTOMERS = 2;
const TRADE = 1;

/** Returns a number below `limit` that is always the same for a text. */
const numberOf = (text: string, limit: number): number => {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % limit;
};

const toText = (properties: object): string => JSON.stringify(properties);

/** Adds what a hit or event has beside what every one has. */
export function withProperties(row: DemoRow): DemoRow {
  const {
    type,
    visitor_id: visitor = '',
    path = '',
    value = '',
    event,
    country = '',
    created_at: at = '',
  } = row;
  const one = numberOf(visitor, 10);
  const customer = {
    logged_in: one < CUSTOMERS,
    ...(one < CUSTOMERS && { plan: one < TRADE ? 'trade' : 'private' }),
  };
  if (type === 'hit') {
    const author = AUTHORS.get(path);
    return { ...row, properties: toText({ ...customer, ...(author !== undefined && { author }) }) };
  }
  if (event === 'cart.add') return { ...row, properties: toText({ ...customer, price: PRICES[value] ?? 0 }) };
  if (event !== 'checkout.complete') return row;
  const items = 1 + numberOf(at, 3);
  return {
    ...row,
    properties: toText({ ...customer, items }),
    revenue_amount: (items * 129.5 + numberOf(visitor + at, 400)).toFixed(2),
    revenue_currency: DOLLARS.has(country) ? 'USD' : 'EUR',
  };
}
