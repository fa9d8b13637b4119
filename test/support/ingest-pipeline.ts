/** Ingestion without a server: a pipeline whose visitors are all from Norway, and the facts of a site. */
import { createCountries } from '../../src/ingest/country.ts';
import { NO_IGNORE_RULES } from '../../src/ingest/ignore-rules.ts';
import { createPipeline } from '../../src/ingest/pipeline.ts';
import { createSiteFacts, type SiteSettings } from '../../src/ingest/site-facts.ts';
import { createSourceFinder } from '../../src/ingest/source.ts';
import { createSpamFilter } from '../../src/ingest/spam.ts';
import { createUserAgentParser } from '../../src/ingest/user-agent.ts';
import { createVisitors } from '../../src/ingest/visitor.ts';

export const NOW = new Date('2026-03-10T12:00:00Z');

export const createTestPipeline = (saveSalt: () => void = () => {}) =>
  createPipeline({
    visitors: createVisitors({ secret: new Uint8Array(32), salts: { load: () => [], replace: saveSalt } }),
    countries: createCountries({
      database: null,
      service: { url: 'https://geo.example/{ip}', lookup: async () => ({ country: 'NO' }) },
      clock: { now: () => NOW },
    }),
    networks: { find: () => null },
    parseUserAgent: createUserAgentParser(),
    findSpam: createSpamFilter(),
    findSource: createSourceFinder(),
  });

export const siteWith = (settings: Partial<SiteSettings> = {}) =>
  createSiteFacts({
    id: 3,
    uid: 'a'.repeat(20),
    url: 'https://example.com',
    allowFromAnyDomain: false,
    ignoreRules: NO_IGNORE_RULES,
    spam: { level: 'basic', hosts: new Set() },
    ...settings,
  });
