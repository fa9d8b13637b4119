/** Health and metrics: for supervisors and operators, outside the API's root. */
import { type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import type { Metrics } from './metrics-registry.ts';
import { type HealthDeps, readServerHealth } from './server-health.ts';

export interface HealthRouteDeps extends HealthDeps {
  readonly metrics: Metrics;
  /** Whether a request may see figures of the server: loopback and trusted networks. */
  readonly isTrusted: (request: Request) => boolean;
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });

/** `GET /healthz` and `GET /metrics`. Source: decisions, section 1. */
export function healthRoutes({ metrics, isTrusted, ...deps }: HealthRouteDeps): RawEndpoint[] {
  return [
    rawEndpoint('GET', '/healthz', async ({ request }) => {
      const { outage, warnings } = await readServerHealth(deps);
      // Like the metrics, sizes of disk and files are not public.
      const mayRead = isTrusted(request);
      if (outage) {
        const isShown = mayRead || outage.isPublic;
        return json(503, { error: isShown ? outage.text : 'the storage needs attention: see the log' });
      }
      const texts = warnings.map(({ kind, text }) => (mayRead ? text : kind));
      return json(200, { status: 'ok', ...(texts.length > 0 && { warnings: texts }) });
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
