/** Rows that are imported from a file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  FileFormat,
  ImportDerivations,
  ImportReport,
  ImportRequest,
} from '../../src/core/hits/import.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { readParameter } from '../../src/core/hits/url-parameters.ts';
import { parsePropertiesText } from '../../src/ingest/parse-properties.ts';

/** Rules that are easy to see through; the real ones are tested where they live. */
export const plainDerivations: ImportDerivations = {
  userAgent: agent => ({
    browserName: agent.split('/')[0] ?? null,
    platformName: null,
    browserVersion: agent.split('/')[1]?.split(' ')[0] ?? null,
    platformVersion: null,
    isMobile: agent.includes('Mobile'),
  }),
  country: address => (address.startsWith('10.') ? 'XX' : 'NL'),
  network: address => (address.startsWith('10.') ? null : 'access'),
  source: (url, referrer) => (url && readParameter(url, 'utm_source')) || (referrer ? 'Referral' : null),
  properties: parsePropertiesText,
  visitor: id => BigInt(id.length),
  salt: 'salt',
  pageRules: [],
  agent: agent =>
    agent.startsWith('GPTBot') ? { name: 'GPTBot', provider: 'OpenAI', category: 'training' } : null,
};

/** Requests that the rows of a file become hits of site 1. */
export const toImport = (file: string, more: Partial<ImportRequest> = {}): ImportRequest => ({
  siteId: 1,
  siteUrl: 'https://example.com',
  file,
  format: file.slice(file.lastIndexOf('.') + 1) as FileFormat,
  derive: plainDerivations,
  now: new Date('2026-03-20T12:00:00Z'),
  ...more,
});

/** Imports rows into site 1 from a scratch file, which is removed. */
export async function importRows(
  store: Pick<HitStore, 'importFile'>,
  rows: readonly object[],
  options: Partial<ImportRequest> = {},
): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), 'import-rows-'));
  const file = join(folder, 'rows.ndjson');
  await Bun.write(file, rows.map(row => JSON.stringify(row)).join('\n'));
  try {
    return await store.importFile(toImport(file, options));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
