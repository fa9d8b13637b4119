/** Properties and revenue in import files: a part of the suite in `import-contract.ts`. */
import { expect, test } from 'bun:test';
import type { HitKind } from '../../src/core/hits/columns.ts';
import type { ImportReport } from '../../src/core/hits/import.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';

const at = '2026-03-10T12:00:00Z';

/** Imports rows, and lists the stored ones. */
export const propertiesAreImported = (
  load: (...rows: Record<string, unknown>[]) => Promise<ImportReport>,
  stored: (kind?: HitKind) => Promise<StoredHit[]>,
): void => {
  test('properties and revenue are those that the API takes', async () => {
    const event = { type: 'event', created_at: at, event: 'a.b' };
    const texts = 'properties must be a JSON object with at most 20 texts, numbers or truth values, got';
    const amounts = 'revenue_amount must be a number from 0 to 100000000000 with at most 4 decimals, got';
    const report = await load(
      { path: '/', created_at: at, properties: { b: 1, a: ' "x" ', e: '' } },
      { path: '/', created_at: at, properties: ' { "b": true } ' },
      { path: '/', created_at: at, properties: {} },
      { ...event, revenue_amount: 12.5, revenue_currency: 'EUR' },
      { ...event, revenue_amount: '0.10000', revenue_currency: 'USD' },
      { path: '/', created_at: at, properties: { a: { b: 1 } } },
      { path: '/', created_at: at, properties: 'plan' },
      { ...event, revenue_amount: -1, revenue_currency: 'EUR' },
      { ...event, revenue_amount: '1e3', revenue_currency: 'EUR' },
      { ...event, revenue_amount: '1.23456', revenue_currency: 'EUR' },
      { ...event, revenue_amount: 1, revenue_currency: 'eur' },
      { ...event, revenue_amount: 1 },
      { ...event, revenue: { amount: 0.3, currency: 'EUR' } },
      { ...event, revenue: null },
      { ...event, revenue: { amount: -2, currency: 'EUR' } },
      { ...event, revenue: { amount: 2 } },
      { ...event, revenue: 3 },
      { ...event, revenue: '{' },
    );
    expect(report.imported).toEqual({ hit: 3, event: 4, agent_visit: 0, engagement: 0 });
    expect(report.faults.map(({ message }) => message)).toEqual([
      `${texts} "{"a":{"b":1}}"`,
      `${texts} "plan"`,
      `${amounts} "-1"`,
      `${amounts} "1e3"`,
      `${amounts} "1.23456"`,
      'revenue_currency must be a code of ISO 4217 in capitals, got "eur"',
      'revenue_amount and revenue_currency belong together',
      `${amounts} "-2"`,
      'revenue_amount and revenue_currency belong together',
      'revenue_amount and revenue_currency belong together',
      `${amounts} "{"`,
    ]);
    expect((await stored()).map(row => String(row.properties)).sort()).toEqual([
      'null',
      '{"a":" \\"x\\" ","b":1}',
      '{"b":true}',
    ]);
    expect(await stored('event')).toMatchObject([
      { revenueAmount: null, revenueCurrency: null },
      { revenueAmount: 3000, revenueCurrency: 'EUR' },
      { revenueAmount: 1000, revenueCurrency: 'USD' },
      { revenueAmount: 125_000, revenueCurrency: 'EUR' },
    ]);
  });
};
