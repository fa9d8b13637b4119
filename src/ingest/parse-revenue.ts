/** Parses the revenue of an event: that of the API strictly, that of a page as far as it is certain. */
import {
  CURRENCIES,
  MAX_AMOUNT,
  MAX_DECIMALS,
  type Revenue,
  toTenThousandths,
} from '../core/hits/revenue.ts';
import { type Faults, preview } from './fields.ts';

const isObject = (given: unknown): given is { readonly amount?: unknown; readonly currency?: unknown } =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Parses revenue; null when it is absent or invalid. */
export function parseRevenue(given: unknown, faults: Faults): Revenue | null {
  if (given === undefined || given === null) return null;
  if (!isObject(given)) {
    faults.push(`revenue must be an object with amount and currency, got ${preview(given)}`);
    return null;
  }
  const { amount: number, currency } = given;
  const amount = typeof number === 'number' ? toTenThousandths(number) : null;
  if (amount === null)
    faults.push(
      `revenue.amount must be a number from 0 to ${MAX_AMOUNT} with at most ${MAX_DECIMALS} decimals, got ${preview(number)}`,
    );
  if (typeof currency === 'string' && CURRENCIES.has(currency))
    return amount === null ? null : { amount, currency };
  faults.push(
    `revenue.currency must be a code of ISO 4217 in capitals, such as EUR, got ${preview(currency)}`,
  );
  return null;
}

/**
 * Returns the revenue that a page sent. An amount may be a text, such as an attribute of an element, and is rounded to four
 * decimals; a currency may be in small letters. Null where one of both is wrong: a wrong sum is worse than none.
 */
export function repairRevenue(given: unknown): Revenue | null {
  if (!isObject(given) || typeof given.currency !== 'string') return null;
  const number = typeof given.amount === 'string' ? toNumber(given.amount) : given.amount;
  const amount = typeof number === 'number' ? toTenThousandths(Number(number.toFixed(MAX_DECIMALS))) : null;
  const currency = given.currency.trim().toUpperCase();
  return amount === null || !CURRENCIES.has(currency) ? null : { amount, currency };
}

/** Returns the number that a text is; undefined for `12,50`, `0x10` and everything else that is no plain decimal. */
const toNumber = (text: string): number | undefined =>
  /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
