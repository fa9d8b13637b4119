/** Health and metrics: for supervisors and operators, outside the API's root. */
import type { HitStore } from '../../core/hits/store.ts';
import type { StoreHealth } from '../../core/store-health.ts';
import { type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import type { Metrics } from './metrics-registry.ts';
import { findStorageProblems } from './storage-health.ts';

export interface HealthRouteDeps {
  readonly hits: Pick<HitStore, 'ping'>;
  readonly db: Pick<AppDb, 'ping'>;
  readonly metrics: Metrics;
  readonly storeHealth: () => StoreHealth;
  /** Whether a request may see figures of the server: loopback and trusted networks. */
  readonly isTrusted: (request: Request) => boolean;
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });

/** `GET /healthz` and `GET /metrics`. Source: decisions, section 1. */
export function healthRoutes({ hits, db, metrics, storeHealth, isTrusted }: HealthRouteDeps): RawEndpoint[] {
  return [
    rawEndpoint('GET', '/healthz', async ({ request }) => {
      try {
        db.ping();
        await hits.ping();
        const problems = findStorageProblems(storeHealth());
        // The texts contain sizes of disk and files, which like the metrics are not public.
        const mayRead = isTrusted(request);
        const outage = problems.find(({ isOutage }) => isOutage);
        if (outage)
          return json(503, { error: mayRead ? outage.text : 'the storage needs attention: see the log' });
        const warnings = problems.map(({ kind, text }) => (mayRead ? text : kind));
        return json(200, { status: 'ok', ...(warnings.length > 0 && { warnings }) });
      } catch {
        return json(503, { error: 'a database does not answer: see the log' });
      }
    }),
    rawEndpoint('GET', '/metrics', async ({ request }) => {
      if (!isTrusted(request))
        return json(403, { error: 'metrics are open to loopback and trusted networks only' });
      return new Response(await metrics.text(), {
        headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
      });
    }),
  ];
}
