import { useApi } from './query-client.ts';

interface Discovery {
  readonly documentation: { readonly openapi_url: string };
}

/** Returns the server's public origin. Falls back to the origin of this page where only a loopback address is configured. */
function publicOrigin(openApiUrl: string, own: string): string {
  const { origin } = new URL(openApiUrl);
  return isLoopback(origin) ? own : origin;
}

export const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/.test(origin);

/** Returns the origin at which the pages of sites reach this server. */
export function usePublicOrigin(): string {
  const { data } = useApi<Discovery>('/', {}, { staleMs: Number.POSITIVE_INFINITY });
  return data ? publicOrigin(data.documentation.openapi_url, location.origin) : location.origin;
}
