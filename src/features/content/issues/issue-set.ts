/** The open issues of a site during a crawl, and what changed since they were last stored. */
import { type Issue, issueKey } from '../links/link.ts';
import type { IssueType } from '../tables.ts';

/** Creates the set from stored issues by `issueKey`. */
export function createIssueSet(issues: Map<string, Issue>) {
  const changed = new Set<Issue>();
  const fixed = new Map<string, Pick<Issue, 'url' | 'type'>>();
  return {
    find: (type: IssueType, url: string): Issue | undefined => issues.get(issueKey(type, url)),
    list: (): Issue[] => [...issues.values()],
    size: (): number => issues.size,
    /** Adds an issue, or records that it changed. */
    record(issue: Issue): void {
      const key = issueKey(issue.type, issue.url);
      issues.set(key, issue);
      changed.add(issue);
      fixed.delete(key);
    },
    /** Removes an issue that is fixed. */
    fix(type: IssueType, url: string): void {
      const key = issueKey(type, url);
      const issue = issues.get(key);
      if (!issue) return;
      issues.delete(key);
      changed.delete(issue);
      fixed.set(key, { url, type });
    },
    /** Returns the changes since the last call. */
    takeChanges() {
      const changes = { issues: [...changed], fixed: [...fixed.values()] };
      changed.clear();
      fixed.clear();
      return changes;
    },
  };
}
