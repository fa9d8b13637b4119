/** Subjects of mail reports: the sites and groups of every account of the user. */
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { type Account, useUser, useUserSettings } from '../../app/user.ts';
import { thisGroup } from '../../labels/groups.tsx';
import { named } from '../../labels/language.ts';

/** A site or group, with the request body of its report. */
export interface Subject {
  /** Value of the option. */
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
  /** Error of the first query that failed. */
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

/** Queries all subjects; undefined until every query has settled. */
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

/** Adds the account's name to subjects of other accounts. */
const withAccountName = ({ kind, name }: Account, text: string): string =>
  kind === 'team' ? `${text} (${name})` : text;

/** Converts sites to subjects; equal names get their URL appended. */
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
    text: withAccountName(account, named(thisGroup, name)),
    body: { scope: 'group', group_id: id },
  }));
