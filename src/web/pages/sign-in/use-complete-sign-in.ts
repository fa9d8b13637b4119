/** Completes signing in. */
import { useLocation } from 'wouter';
import { call } from '../../api.ts';
import { teamAccountId } from '../../api-url.ts';
import { queryClient } from '../../app/query-client.ts';
import type { CurrentUser } from '../../app/user.ts';
import { toAddress } from '../../base-path.ts';

/** Paths of other documents, or of another account's pages. */
const OTHER_DOCUMENTS = /^\/(team|docs|public)(\/|$)/;

/** Returns a function that clears the cache of the previous user and opens a page. */
export function useCompleteSignIn(): (path: string) => Promise<void> {
  const [, navigate] = useLocation();
  return async path => {
    queryClient.clear();
    const target = path === '/' ? await findHomePath() : path;
    // Going back must not lead to the sign-in page.
    if (teamAccountId !== null || OTHER_DOCUMENTS.test(target)) location.replace(toAddress(target));
    else navigate(target, { replace: true });
  };
}

/** Finds the start page: the user's own sites, or a team's for users without any. */
async function findHomePath(): Promise<string> {
  const user = await call<CurrentUser>('GET', '/me');
  if (teamAccountId === null) queryClient.setQueryData(['/me', {}], user);
  return toHomePath(user);
}

function toHomePath({ accounts }: CurrentUser): string {
  const team = accounts.find(({ kind }) => kind === 'team');
  const hasOwn = accounts.some(({ kind, is_subscribed }) => kind === 'personal' && is_subscribed);
  return hasOwn || !team ? '/' : `/team/${team.id}/`;
}
