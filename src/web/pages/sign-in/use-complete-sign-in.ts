/** The way in for somebody who has just signed in. */
import { useLocation } from 'wouter';
import { call, pagesBase } from '../../api.ts';
import { queryClient } from '../../app/query-client.ts';
import type { CurrentUser } from '../../app/user.ts';

/** Addresses that are another document, or belong to another account's pages. */
const OTHER_DOCUMENTS = /^\/(team|docs|public)(\/|$)/;

/** Goes to a page, with nothing left of whoever was signed in before. */
export function useCompleteSignIn(): (path: string) => Promise<void> {
  const [, navigate] = useLocation();
  return async path => {
    queryClient.clear();
    const target = path === '/' ? await findHomePath() : path;
    // Going back must not lead to the page that has done its work.
    if (pagesBase !== '' || OTHER_DOCUMENTS.test(target)) location.replace(target);
    else navigate(target, { replace: true });
  };
}

/** The first page of one's own sites; of a team's for those who have no sites of their own. */
async function findHomePath(): Promise<string> {
  const user = await call<CurrentUser>('GET', '/me');
  if (pagesBase === '') queryClient.setQueryData(['/me', {}], user);
  return toHomePath(user);
}

function toHomePath({ accounts }: CurrentUser): string {
  const team = accounts.find(({ kind }) => kind === 'team');
  const hasOwn = accounts.some(({ kind, is_subscribed }) => kind === 'personal' && is_subscribed);
  return hasOwn || !team ? '/' : `/team/${team.id}/`;
}
