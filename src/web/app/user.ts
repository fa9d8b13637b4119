/** Who is signed in, and what they may do on the account these pages act on. */
import type { Static } from '@sinclair/typebox';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type {
  Account as AccountModel,
  CurrentUser as CurrentUserModel,
} from '../../features/accounts/schema.ts';
import type { UserSettingsAnswer, UserSettingsInput } from '../../features/user-settings/schema.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { type ApiError, call } from '../api.ts';
import { parseSiteId, teamAccountId } from '../api-url.ts';
import { SITE_QUERY } from '../first-queries.ts';
import { BROWSER_TIME_ZONE } from '../forms/time-zones.ts';
import type { Zones } from '../view.ts';
import { queryClient, useApi } from './query-client.ts';

export type Account = Static<typeof AccountModel>;
export type CurrentUser = Static<typeof CurrentUserModel>;
export type UserSettings = Static<typeof UserSettingsAnswer>['settings'];

const STALE_MS = 5 * MINUTE_MS;

export const useUser = (): UseQueryResult<CurrentUser, ApiError> =>
  useApi<CurrentUser>('/me', {}, { staleMs: STALE_MS });

export const useUserSettings = (): UseQueryResult<{ readonly settings: UserSettings }, ApiError> =>
  useApi('/me/settings', {}, { staleMs: STALE_MS });

/** Returns the time zones of this page. Most browsers are in both: that of the browser stands in until they are known. */
export function useZones(): Zones {
  const [path] = useLocation();
  const siteId = parseSiteId(path);
  const isEnabled = siteId !== undefined;
  const { data } = useApi<{ readonly zone?: string }>(`/sites/${siteId}`, SITE_QUERY, { isEnabled });
  const user = useUserSettings().data?.settings.time_zone ?? BROWSER_TIME_ZONE;
  const site = isEnabled ? (data?.zone ?? BROWSER_TIME_ZONE) : undefined;
  return useMemo(() => ({ user, site }), [user, site]);
}

/** Returns the time zone in which this page shows times: that of its site, or of the user. */
export function useTimeZone(): string {
  const { user, site } = useZones();
  return site ?? user;
}

/** Returns the account that these pages act on; undefined until it is known, or without access to it. */
export function useAccount(): Account | undefined {
  const { data } = useUser();
  return data?.accounts.find(account =>
    teamAccountId === null ? account.kind === 'personal' : account.id === teamAccountId,
  );
}

/** Returns the sections of sites that the user may read alone; undefined where it is all of them, and until that is known. */
export const useSections = (): Account['sections'] => useAccount()?.sections;

/** Returns whether the user may change the account's sites. The server decides; this hides what it would refuse. */
export const useCanWrite = (): boolean => {
  const account = useAccount();
  return account !== undefined && account.role !== 'viewer';
};

/** Saves some of the user's settings and updates the cache. */
export async function saveUserSettings(change: UserSettingsInput): Promise<void> {
  const answer = await call<{ settings: UserSettings }>('PATCH', '/me/settings', { body: change });
  queryClient.setQueryData(['/me/settings', {}], answer);
}
