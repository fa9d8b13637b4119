import type { Static } from '@sinclair/typebox';
import type { FeaturesAnswer } from '../../../features/sites/schema.ts';
import { useApi } from '../../app/query-client.ts';

/** Queries which monitoring of a site is on. Never cached: it is toggled on other pages too. */
export const useFeatures = (siteId: number) =>
  useApi<Static<typeof FeaturesAnswer>>(`/sites/${siteId}/features`, {}, { staleMs: 0 });
