/** One issue: what is wrong, and on which pages. */

import { useState } from 'react';
import { formatNumber, named } from '../../labels/language.ts';
import * as labels from '../../labels/monitoring.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Issue } from './content-answer.ts';
import type { useIssues } from './use-issues.ts';

/** Pages shown before the list is expanded. */
const MAX_PAGES = 2;

/** Returns what the problem is, without the status that stands before it. */
const describeProblem = ({ error_message: message, issue_type }: Issue, status: string | null): string =>
  issue_type === 'mixed_content'
    ? labels.loadedOverHttp
    : status === null
      ? (message ?? labels.noAnswer)
      : (message ?? '').replace(`answered ${status}`, '').trim();

export function IssueEntry({
  issue,
  actions,
}: {
  readonly issue: Issue;
  readonly actions: ReturnType<typeof useIssues>;
}) {
  const isChecking = actions.isChecking(issue);
  // Mixed content may well respond: its status is not the problem.
  const what =
    issue.status_code === null || issue.issue_type === 'mixed_content' ? null : String(issue.status_code);
  return (
    <li className="issue">
      <div className="issue-what">
        <p>
          <Address url={issue.url} />
        </p>
        <p className="soft">
          {what !== null && <span className="tag bad">{what}</span>}{' '}
          <UntrustedText text={describeProblem(issue, what)} />{' '}
          <span className="issue-when">{labels.checked(<RelativeTime at={issue.checked_at} />)}</span>
        </p>
        <FoundOn issue={issue} siteUrl={actions.site.url} />
      </div>
      {actions.canWrite && (
        <div className="actions">
          {!issue.ignored && (
            <Button
              isSmall
              isBusy={isChecking}
              aria-label={named(isChecking ? labels.checking : labels.checkAgain, issue.url)}
              onClick={() => void actions.recheck(issue)}
            >
              {isChecking ? labels.checking : labels.checkAgain}
            </Button>
          )}
          <Button
            isSmall
            variant="quiet"
            aria-label={issue.ignored ? labels.stopIgnoringUrl(issue.url) : labels.ignoreUrl(issue.url)}
            onClick={() => void actions.ignore(issue, !issue.ignored)}
          >
            {issue.ignored ? labels.stopIgnoring : labels.ignore}
          </Button>
        </div>
      )}
    </li>
  );
}

function FoundOn({
  issue: { found_on_url: pages, found_on_count: count },
  siteUrl,
}: {
  readonly issue: Issue;
  readonly siteUrl: string;
}) {
  const [isWhole, setIsWhole] = useState(false);
  if (pages.length === 0) return null;
  const shown = isWhole ? pages : pages.slice(0, MAX_PAGES);
  const left = count - shown.length;
  return (
    <div className="issue-pages soft">
      <span>{labels.foundOn}</span>
      <ul>
        {shown.map(page => (
          <li key={page}>
            <Address url={page} text={toSitePath(page, siteUrl)} />
          </li>
        ))}
      </ul>
      {left > 0 &&
        (isWhole ? (
          <span>{labels.andMore(formatNumber(left))}</span>
        ) : (
          <Button isSmall variant="quiet" onClick={() => setIsWhole(true)}>
            {labels.andMore(formatNumber(left))}
          </Button>
        ))}
    </div>
  );
}

/** Returns the path of a page of the site itself; other URLs unchanged. */
function toSitePath(page: string, siteUrl: string): string {
  const origin = /^https?:\/\/[^/]+/i.exec(siteUrl)?.[0] ?? '';
  return origin !== '' && page.startsWith(`${origin}/`) ? page.slice(origin.length) : page;
}

/** Renders http(s) URLs as links. */
function Address({ url, text = url }: { readonly url: string; readonly text?: string }) {
  if (!/^https?:\/\//i.test(url)) return <UntrustedText text={text} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <UntrustedText text={text} />
    </a>
  );
}
