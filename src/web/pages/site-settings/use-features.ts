import type { Static } from '@sinclair/typebox';
import type { FeaturesAnswer } from '../../../features/sites/schema.ts';
import { useApi } from '../../app/query-client.ts';

/** Which monitoring of a site is on. Asked anew by every page: it is switched elsewhere too. */
export const useFeatures = (siteId: number) =>
  useApi<Static<typeof FeaturesAnswer>>(`/sites/${siteId}/features`, {}, { staleMs: 0 });
