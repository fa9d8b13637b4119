/** A server that does nothing but collect: the real handler, pipeline and rules over HTTP, with hits kept in memory. */

import pino from 'pino';
import { readCapture } from '../../src/core/capture.ts';
import { AppError } from '../../src/core/errors.ts';
import type { HitKind } from '../../src/core/hits/columns.ts';
import type { NewHit, StoredHit } from '../../src/core/hits/row.ts';
import { createCollectHandler } from '../../src/features/collect/handler.ts';
import { createCollectService } from '../../src/features/collect/service.ts';
import { createCountries } from '../../src/ingest/country.ts';
import { NO_IGNORE_RULES } from '../../src/ingest/ignore-rules.ts';
import { createPipeline } from '../../src/ingest/pipeline.ts';
import { createSiteFacts, type IngestSite, type SiteSettings } from '../../src/ingest/site-facts.ts';
import { createSourceFinder } from '../../src/ingest/source.ts';
import { createSpamFilter } from '../../src/ingest/spam.ts';
import { createUserAgentParser } from '../../src/ingest/user-agent.ts';
import { createVisitors } from '../../src/ingest/visitor.ts';
import { createTrackerScripts } from '../../src/tracker/scripts.ts';
import { createMemoryHitStore } from './memory-hit-store.ts';

export const UID = 'abcdefghij0123456789';
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export interface CollectHost {
  readonly url: string;
  readonly port: number;
  /** The site behind `UID`; changes count at once. */
  site: IngestSite;
  /** While true, nothing can be stored. */
  isFull: boolean;
  /** While true, storing fails with an unexpected error. */
  isBroken: boolean;
  /** Failures that were logged. */
  readonly failures: readonly unknown[];
  list(kind?: HitKind): Promise<StoredHit[]>;
  /** Resolves when as many rows of any kind have been stored in all. */
  stored(count: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function startCollectHost(siteUrl = 'https://shop.example'): CollectHost {
  const clock = { now: () => new Date('2026-03-01T12:00:00Z') };
  const store = createMemoryHitStore();
  const failures: unknown[] = [];
  const log = pino({ level: 'silent' });
  log.error = ({ err }: { readonly err: unknown }) => void failures.push(err);
  let rowCount = 0;
  const waiting = new Set<() => void>();

  const append = async (rows: readonly NewHit[]) => {
    if (host.isBroken) throw new Error('something at /a/path broke');
    if (host.isFull) throw new AppError('unavailable', 'disk full');
    const ids = await store.append(rows);
    rowCount += rows.length;
    for (const check of [...waiting]) check();
    return ids;
  };
  const service = createCollectService({
    sites: { findByUid: uid => (uid === UID ? host.site : undefined) },
    pipeline: createTestPipeline(clock),
    append,
    onRefused: () => {},
    clock,
  });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, self) =>
      createCollectHandler({
        service,
        scripts,
        log,
        isForwarded: () => false,
        getAddress: () => self.requestIP(request)?.address ?? null,
      })(request) ?? new Response(null, { status: 404 }),
  });
  const port = server.port ?? 0;
  const scripts = createTrackerScripts({ baseUrl: null, collectorPath: 'page' });
  const host: CollectHost = {
    url: `http://127.0.0.1:${port}`,
    port,
    site: siteAt(siteUrl),
    isFull: false,
    isBroken: false,
    failures,
    list: (kind = 'hit') =>
      store.list({ siteId: host.site.id, kind, span: null, filters: [] }, { offset: 0, limit: 1_000 }),
    stored: count =>
      new Promise(resolve => {
        const check = () => {
          if (rowCount < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return host;
}

/** The site behind `UID`, as a new one is. */
export const siteAt = (url: string, settings: Partial<SiteSettings> = {}): IngestSite => ({
  ...createSiteFacts({
    id: 1,
    uid: UID,
    url,
    allowFromAnyDomain: false,
    ignoreRules: NO_IGNORE_RULES,
    spam: { level: 'basic', hosts: new Set() },
    ...settings,
  }),
  active: true,
  honourGpc: true,
  honourDnt: false,
  webmentionsEnabled: true,
  capture: readCapture('{}'),
});

function createTestPipeline(clock: { now(): Date }) {
  return createPipeline({
    visitors: createVisitors({
      secret: new Uint8Array(32).fill(7),
      salts: { load: () => [], replace: () => {} },
    }),
    countries: createCountries({ database: null, service: null, clock }),
    networks: { find: () => null },
    parseUserAgent: createUserAgentParser(),
    findSpam: createSpamFilter(),
    findSource: createSourceFinder(),
  });
}
