/** Formatting in languages whose short numbers differ. */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { translate } from '../../src/server/web-build.ts';
import * as english from '../../src/web/format.ts';

const FORMAT = join(import.meta.dir, '../../src/web/format.ts');
const REVENUE = [39_794, 3320.4, 1_234_567].map(amount => ({ amount, currency: 'EUR' }));
const plain = (text: string) => text.replaceAll(/\p{Zs}/gu, ' ');

test('thousands of revenue are short in English', () => {
  expect(english.formatCompactRevenue(REVENUE)).toBe('€39.8K · €3.32K · €1.23M');
});

test('where thousands have no short form, revenue is not rounded to look exact', async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'footfall-translated-'));
  try {
    const { success, outputs } = await Bun.build({
      entrypoints: [FORMAT],
      plugins: [translate('de')],
      target: 'bun',
      outdir,
    });
    expect(success).toBe(true);
    const german: typeof english = await import(outputs[0]?.path ?? '');
    expect(plain(german.formatCompactRevenue(REVENUE))).toBe('39.794 € · 3.320 € · 1,23 Mio. €');
  } finally {
    await rm(outdir, { recursive: true });
  }
});
