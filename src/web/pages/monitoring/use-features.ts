/** Which monitoring of a site is on, and toggling it. */
import type { Static } from '@sinclair/typebox';
import { useCallback } from 'react';
import type { Features as FeaturesModel } from '../../../features/sites/schema.ts';
import { call } from '../../api.ts';
import { queryClient, useApi } from '../../app/query-client.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useAsyncAction } from '../../ui/use-async-action.ts';

type Features = Static<typeof FeaturesModel>;

/** Queries which monitoring of a site is on. Never cached: it is toggled on several pages. */
export const useFeatures = (siteId: number, isEnabled = true) =>
  useApi<{ readonly features: Features }>(`/sites/${siteId}/features`, {}, { isEnabled, staleMs: 0 });

/** Toggles monitoring. `isBusy` until the page shows it. */
export function useFeatureToggle(siteId: number) {
  const toast = useToast();
  const { isBusy, run } = useAsyncAction();
  const change = useCallback(
    (part: Partial<Features>, confirmation: string): Promise<boolean> =>
      run(async () => {
        await call('PATCH', `/sites/${siteId}/features`, { body: part });
        toast(confirmation);
        await invalidateFeatures(siteId);
      }),
    [siteId, toast, run],
  );
  return { change, isBusy };
}

/** Invalidates the features first, then their data: what is off now must not be queried again. */
async function invalidateFeatures(siteId: number): Promise<void> {
  const below = [`/sites/${siteId}/uptime`, `/sites/${siteId}/content`];
  const about = ['/sites', `/sites/${siteId}/features`];
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => about.includes(String(path)) });
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [path] }) => below.some(each => String(path).startsWith(each)),
  });
}
