/** The segments of a site: sets of filters with a name. Choosing one sets its filters, so that a link to the page needs no segment. */
import type { Static } from '@sinclair/typebox';
import type { Segment as SegmentModel } from '../../features/segments/schema.ts';
import { call } from '../api.ts';
import { findFilterName } from '../filter-names.ts';
import type { Filter } from '../view.ts';
import { invalidate, useApi } from './query-client.ts';

export type SavedSegment = Static<typeof SegmentModel>;

/** Returns the filters of a segment as those of a view. */
export const toFilters = ({ filters }: Pick<SavedSegment, 'filters'>): Filter[] =>
  Object.entries(filters).flatMap(([parameter, values]) => {
    const isExcluded = parameter.startsWith('not_');
    const name = findFilterName(isExcluded ? parameter.slice('not_'.length) : parameter);
    return name === undefined ? [] : [values].flat().map(value => ({ name, value, isExcluded }));
  });

/** Returns the filters of a view as those of a segment. */
export function toSegmentFilters(filters: readonly Filter[]): Record<string, string[]> {
  const byParameter = Map.groupBy(filters, ({ name, isExcluded }) => (isExcluded ? `not_${name}` : name));
  return Object.fromEntries(
    [...byParameter].map(([parameter, same]) => [parameter, same.map(({ value }) => value)]),
  );
}

export function useSavedSegments(siteId: number) {
  const path = `/sites/${siteId}/segments`;
  const query = useApi<{ readonly segments: readonly SavedSegment[] }>(path);
  const send = async (method: string, at: string, body?: unknown): Promise<void> => {
    await call(method, at, { body });
    await invalidate(path);
  };
  return {
    query,
    segments: query.data?.segments ?? [],
    add: (body: Pick<SavedSegment, 'name' | 'visibility'> & { readonly filters: object }) =>
      send('POST', path, body),
    change: (id: number, body: { readonly name?: string; readonly filters?: object }) =>
      send('PATCH', `${path}/${id}`, body),
    remove: (id: number) => send('DELETE', `${path}/${id}`),
  };
}
