import type { ContentStore } from '../store.ts';
import type { IssueRow } from '../tables.ts';

/** An issue with the URLs of the first pages it was found on. */
export interface IssueWithPages {
  readonly issue: IssueRow;
  readonly foundOn: readonly string[];
}

/** Adds the URLs of pages to issues. */
export function addPages(store: ContentStore, siteId: number, issues: readonly IssueRow[]): IssueWithPages[] {
  if (issues.length === 0) return [];
  const addresses = store.listAddresses(siteId, [...new Set(issues.flatMap(({ foundOn }) => foundOn))]);
  return issues.map(issue => ({
    issue,
    foundOn: issue.foundOn.flatMap(number => addresses.get(number) ?? []),
  }));
}
