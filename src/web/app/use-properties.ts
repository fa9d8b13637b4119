/** Queries the properties that hits and events of a view have. */
import { visitQuery } from '../view.ts';
import { useApi } from './query-client.ts';
import { useView } from './use-view.ts';

export interface SiteProperty {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'boolean';
  readonly hits: number;
  readonly events: number;
  readonly sum: number | null;
  readonly mean: number | null;
}

export function useProperties(siteId: number, { perPage }: { readonly perPage: number }) {
  const { filtered } = useView();
  return useApi<{ readonly properties: readonly SiteProperty[] }>(
    `/sites/${siteId}/properties`,
    { ...filtered, ...visitQuery('properties'), per_page: perPage },
    { keepsPrevious: true },
  );
}
