/** The goals of a site, their figures, and how they change. */
import type { Static } from '@sinclair/typebox';
import type { GoalList, Goal as GoalModel, GoalReport } from '../../../features/goals/schema.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';

export type Goal = Static<typeof GoalModel>;
export type GoalCounts = Static<typeof GoalReport>;
export type GoalFields = Pick<Goal, 'path' | 'event' | 'value' | 'properties' | 'scroll_depth'>;

const toPath = (siteId: number): string => `/sites/${siteId}/goals`;

export const useGoals = (siteId: number, options: { readonly isEnabled?: boolean } = {}) =>
  useApi<Static<typeof GoalList>>(toPath(siteId), {}, options);

/** Queries how often the goals were reached in the view, and before. */
export function useGoalReport(siteId: number) {
  const { compared } = useView();
  return useApi<GoalCounts>(`${toPath(siteId)}/report`, compared, { keepsPrevious: true });
}

export function useGoalChanges(siteId: number) {
  const path = toPath(siteId);
  const send = async (method: string, at: string, body?: unknown): Promise<void> => {
    await call(method, at, { body });
    await invalidate(path);
  };
  return {
    save: (fields: GoalFields & { readonly name: string }, id?: number) =>
      id === undefined ? send('POST', path, fields) : send('PATCH', `${path}/${id}`, fields),
    remove: (id: number) => send('DELETE', `${path}/${id}`),
  };
}
