import { useApi } from './query-client.ts';

interface Discovery {
  readonly endpoints: readonly { readonly method: string; readonly path: string }[];
}

/** Whether the server has an endpoint that can be read, as the API says of itself. False until it has said so. */
export function useHasEndpoint(path: string): boolean {
  const { data } = useApi<Discovery>('/', {}, { staleMs: Number.POSITIVE_INFINITY });
  return data?.endpoints.some(endpoint => endpoint.method === 'GET' && endpoint.path.endsWith(path)) ?? false;
}
