/** What reports can be about: the sites and groups of every account that the user can act on. */
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { type Account, useUser, useUserSettings } from '../../app/user.ts';

/** A site or a group, with what a report on it is asked for. */
export interface Subject {
  /** What it is known by in a list of choices. */
  readonly key: string;
  readonly text: string;
  readonly body: { readonly scope: 'site'; readonly site_id: number } | GroupBody;
}

interface GroupBody {
  readonly scope: 'group';
  readonly group_id: number;
}

export interface Subjects {
  readonly subjects: readonly Subject[];
  /** Why some, or all, could not be read. */
  readonly error: unknown;
  readonly retry: () => void;
}

interface Answer {
  readonly sites?: readonly { readonly id: number; readonly label: string; readonly url: string }[];
  readonly groups?: readonly { readonly id: number; readonly name: string }[];
}

const listQuery = (path: '/sites' | '/groups', account: Account) => ({
  queryKey: [path, { account_id: account.id }],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<Answer>('GET', path, { query: { account_id: account.id }, signal }),
});

/** Undefined until all of them are known, or have failed. */
export function useSubjects(): Subjects | undefined {
  const { data: user } = useUser();
  const { data: own } = useUserSettings();
  const accounts = user?.accounts.filter(account => account.is_subscribed) ?? [];
  // Teams are only in the plan that has groups.
  const withGroups = accounts.filter(({ kind }) => kind === 'team' || own?.settings.plan === 'ultra');
  const sites = useQueries({ queries: accounts.map(account => listQuery('/sites', account)) });
  const groups = useQueries({ queries: withGroups.map(account => listQuery('/groups', account)) });
  const answers = [...sites, ...groups];
  if (!user || !own || answers.some(({ isPending }) => isPending)) return undefined;
  const failed = answers.filter(({ isError }) => isError);
  return {
    subjects: [
      ...accounts.flatMap((account, index) => toSiteSubjects(account, sites[index]?.data)),
      ...withGroups.flatMap((account, index) => toGroupSubjects(account, groups[index]?.data)),
    ],
    error: failed[0]?.error,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  };
}

/** What is somebody else's is told from what is one's own. */
const withAccountName = ({ kind, name }: Account, text: string): string =>
  kind === 'team' ? `${text} (${name})` : text;

/** Sites of the same name are told apart by their addresses. */
function toSiteSubjects(account: Account, answer: Answer | undefined): Subject[] {
  const sites = answer?.sites ?? [];
  const names = new Map<string, number>();
  for (const { label } of sites) names.set(label, (names.get(label) ?? 0) + 1);
  return sites.map(({ id, label, url }) => ({
    key: `site-${id}`,
    text: withAccountName(account, names.get(label) === 1 ? label : `${label}, ${url}`),
    body: { scope: 'site', site_id: id },
  }));
}

const toGroupSubjects = (account: Account, answer: Answer | undefined): Subject[] =>
  (answer?.groups ?? []).map(({ id, name }) => ({
    key: `group-${id}`,
    text: withAccountName(account, `Group: ${name}`),
    body: { scope: 'group', group_id: id },
  }));
