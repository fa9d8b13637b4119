/** The pages of the account, as its menu, its settings and the search list them. */
import * as shared from '../labels/shared.tsx';
import { useUserSettings } from './user.ts';

const PAGES = [
  ['/settings/account', shared.account],
  ['/settings/reports', shared.mailReports],
  ['/settings/notifications', shared.notificationChannels],
  ['/settings/webhooks', shared.webhooks],
  ['/settings/keys', shared.apiKeys],
  ['/settings/team', shared.team],
] as const;
const WITH_SERVER = [...PAGES, ['/operator', shared.server]] as const;

/** A page's address. */
export type AccountPage = (typeof WITH_SERVER)[number][0];

/** Returns the pages of the user's account; the server's for its operator. */
export const useAccountPages = (): readonly (readonly [href: AccountPage, text: string])[] =>
  useUserSettings().data?.settings.is_operator ? WITH_SERVER : PAGES;
