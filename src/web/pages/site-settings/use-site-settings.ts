import type { Static } from '@sinclair/typebox';
import type { SiteSettingsAnswer } from '../../../features/site-settings/schema.ts';
import { call } from '../../api.ts';
import { invalidate, queryClient, useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';

export interface PartProps {
  readonly site: Site;
  readonly settings: SiteSettings;
}

type Answer = Static<typeof SiteSettingsAnswer>;
export type SiteSettings = Answer['settings'];

const settingsPath = (siteId: number): string => `/sites/${siteId}/settings`;

/** Queries the settings of a site; with an interval again and again. */
export const useSiteSettings = (siteId: number, refetchMs: number | false = false) =>
  useApi<Answer>(settingsPath(siteId), {}, { refetchMs });

/** A partial update of settings: rule lists and switches one by one, the public page in parts. */
export type SettingsChange = Partial<
  Omit<SiteSettings, 'ignore_rules' | 'capture' | 'public_page'> & {
    readonly ignore_rules: Partial<SiteSettings['ignore_rules']>;
    readonly capture: Partial<SiteSettings['capture']>;
    readonly public_page: Partial<SiteSettings['public_page']>;
  }
>;

export async function saveSiteSettings(siteId: number, change: SettingsChange): Promise<void> {
  const answer = await call<Answer>('PATCH', settingsPath(siteId), { body: change });
  queryClient.setQueryData([settingsPath(siteId), {}], answer);
}

export type SiteChange = Partial<
  Pick<Site, 'url' | 'label' | 'display_root_path' | 'active' | 'public' | 'allow_from_any_domain'>
>;

export async function saveSite(siteId: number, change: SiteChange): Promise<void> {
  await call('PATCH', `/sites/${siteId}`, { body: change });
  await invalidate('/sites');
}
