/** Revenue of events: amounts that add up exactly, each currency by itself. Source: decisions, section 9. */

/** An amount in ten-thousandths of its currency's unit, a whole number: sums of them are exact. */
export interface Revenue {
  readonly amount: number;
  readonly currency: string;
}

/** Decimals of an amount at most. */
export const MAX_DECIMALS = 4;
const UNIT = 10 ** MAX_DECIMALS;
/** Largest amount of an event, in units. */
export const MAX_AMOUNT = 100_000_000_000;

/** Codes of ISO 4217, from the data of Unicode that the runtime has; those of currencies that went out of use are among them. */
export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const DECIMAL = new RegExp(`^(\\d+)(?:\\.(\\d{1,${MAX_DECIMALS}}))?$`);

/** Returns an amount in ten-thousandths; null for one that is negative, too large or has too many decimals. */
export function toTenThousandths(amount: number): number | null {
  // Digits are taken as they are written: a multiplication could round.
  const [, units, decimals = ''] = DECIMAL.exec(String(amount)) ?? [];
  if (units === undefined || amount > MAX_AMOUNT) return null;
  return Number(units) * UNIT + Number(decimals.padEnd(MAX_DECIMALS, '0'));
}

/** Revenue as answers have it: in units of the currency. */
export interface PresentedRevenue {
  readonly amount: number;
  readonly currency: string;
}

/** Returns revenue as answers have it. */
export const presentRevenue = ({ amount, currency }: Revenue): PresentedRevenue => ({
  amount: amount / UNIT,
  currency,
});

/** Returns revenue as one text, for a cell of a table. */
export const formatRevenue = (revenue: readonly PresentedRevenue[]): string =>
  revenue.map(({ amount, currency }) => `${amount} ${currency}`).join('; ');
