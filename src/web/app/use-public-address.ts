import { basePath } from '../base-path.ts';
import { useApi } from './query-client.ts';

interface Discovery {
  readonly documentation: { readonly openapi_url: string };
}

/** Returns the server's public address. Falls back to that of this page where only a loopback address is configured. */
function publicAddress(openApiUrl: string, own: string): string {
  const { origin } = new URL(openApiUrl);
  return isLoopback(origin) ? own : origin + basePath;
}

export const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/.test(origin);

/** Returns the address at which the pages of sites reach this server, without a slash at its end. */
export function usePublicAddress(): string {
  const { data } = useApi<Discovery>('/', {}, { staleMs: Number.POSITIVE_INFINITY });
  const own = location.origin + basePath;
  return data ? publicAddress(data.documentation.openapi_url, own) : own;
}
