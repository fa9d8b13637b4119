import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callPage } from '../../api.ts';

interface ServerOptions {
  /** Whether the server sends mail. */
  readonly mail: boolean;
  /** Whether it has been set up. */
  readonly has_users: boolean;
}

/** Queries what the server offers before signing in. */
export const useServerOptions = (): UseQueryResult<ServerOptions> =>
  useQuery({
    queryKey: ['session options'],
    queryFn: ({ signal }) => callPage<ServerOptions>('GET', '/session/options', { signal }),
  });
