/** The issues of a site's content by kind, and those that are ignored. */

import { useState } from 'react';
import type { Site } from '../../app/site-layout.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/monitoring.tsx';
import { Button } from '../../ui/button.tsx';
import type { Content, Issue } from './content-answer.ts';
import { IssueEntry } from './issue-entry.tsx';
import { useIssues } from './use-issues.ts';

const PAGE_SIZE = 20;

export function Issues({ site, content }: { readonly site: Site; readonly content: Content }) {
  const { issues, ignored_issues: ignored, stats, monitoring_status: status } = content;
  const actions = useIssues(site, content);
  const isClean = issues.broken_links.length + issues.mixed_content.length === 0;
  return (
    <div className="issues">
      {isClean && <p>{status.is_initial_check ? labels.noIssues : labels.noIssuesHint}</p>}
      <List
        title={labels.brokenLinks}
        count={stats.broken_links_count}
        issues={issues.broken_links}
        actions={actions}
      />
      <List
        title={labels.mixedContent}
        count={stats.mixed_content_count}
        issues={issues.mixed_content}
        actions={actions}
      />
      {ignored.length > 0 && (
        <details className="ignored">
          <summary>{labels.ignored(formatNumber(stats.ignored_count))}</summary>
          <Entries issues={ignored} actions={actions} />
        </details>
      )}
    </div>
  );
}

type IssueActions = ReturnType<typeof useIssues>;

function List({
  title,
  count,
  issues,
  actions,
}: {
  readonly title: string;
  readonly count: number;
  readonly issues: readonly Issue[];
  readonly actions: IssueActions;
}) {
  if (issues.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>
        {title} <span className="soft">{formatNumber(count)}</span>
      </h3>
      <Entries issues={issues} actions={actions} />
    </section>
  );
}

function Entries({ issues, actions }: { readonly issues: readonly Issue[]; readonly actions: IssueActions }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  return (
    <>
      <ol>
        {issues.slice(0, shown).map(issue => (
          <IssueEntry key={issue.id} issue={issue} actions={actions} />
        ))}
      </ol>
      {issues.length > shown && (
        <Button isSmall onClick={() => setShown(shown + 5 * PAGE_SIZE)}>
          {labels.showMoreOf(formatNumber(issues.length))}
        </Button>
      )}
    </>
  );
}
