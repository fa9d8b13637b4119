/** Content monitoring: broken links, mixed content and the progress of the crawl. */

import { useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useCanWrite } from '../../app/user.ts';
import { CheckboxField } from '../../forms/field.tsx';
import { useOptimisticSave } from '../../forms/use-optimistic-save.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/monitoring.tsx';
import * as shared from '../../labels/shared.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Content } from './content-answer.ts';
import { DisableButton } from './disabled-state.tsx';
import { Issues } from './issues.tsx';
import { useFeatureToggle } from './use-features.ts';

type Status = Content['monitoring_status'];

/** Polling while a crawl or recheck is running, and otherwise. */
const ACTIVE_REFETCH_MS = 2_000;
const IDLE_REFETCH_MS = 60_000;

const isActive = (status: Status | undefined): boolean =>
  status !== undefined && (status.progress !== null || status.is_rechecking || status.is_initial_check);

export function ContentMonitoring({
  site,
  hasMails,
}: {
  readonly site: Site;
  /** Whether mails are sent about new issues. */
  readonly hasMails: boolean;
}) {
  const path = `/sites/${site.id}/content`;
  const { data: before } = useApi<Content>(path);
  const query = useApi<Content>(
    path,
    {},
    { refetchMs: isActive(before?.monitoring_status) ? ACTIVE_REFETCH_MS : IDLE_REFETCH_MS },
  );
  return (
    <Panel title={shared.content} aside={<DisableButton siteId={site.id} feature="content_monitoring" />}>
      <QueryContent query={query} loading={8}>
        {content => (
          <div className="content">
            <Crawl status={content.monitoring_status} />
            <Figures content={content} />
            <Issues site={site} content={content} />
            <Mails siteId={site.id} status={content.monitoring_status} isOn={hasMails} />
          </div>
        )}
      </QueryContent>
    </Panel>
  );
}

/** The time of the last crawl, or the progress of the current one. */
function Crawl({ status }: { readonly status: Status }) {
  const { progress, last_check_at, next_check_at, last_error, is_initial_check } = status;
  const known = progress ? progress.checked + progress.queued : 0;
  return (
    <div className="crawl">
      {progress ? (
        <>
          <p role="status">
            {labels.crawlProgress(
              is_initial_check ? labels.firstCrawlRunning : labels.crawlRunning,
              labels.addressCount(progress.checked),
              formatNumber(progress.queued),
            )}
          </p>
          <progress
            className="crawl-bar"
            aria-label={labels.crawl}
            value={progress.checked}
            max={Math.max(1, known)}
          />
        </>
      ) : (
        <p className="soft" role="status">
          {last_check_at ? labels.lastCrawl(<RelativeTime at={last_check_at} />) : labels.firstCrawlSoon}
          {next_check_at && last_check_at && labels.nextCrawl(<RelativeTime at={next_check_at} />)}
        </p>
      )}
      {last_error !== null && (
        <p className="banner" role="alert">
          {labels.crawlFailed(<UntrustedText text={last_error} />)}
        </p>
      )}
    </div>
  );
}

function Figures({ content: { stats, monitoring_status } }: { readonly content: Content }) {
  const figures = [
    [labels.checkedAddresses, formatNumber(stats.total_checked)],
    [labels.fine, formatNumber(stats.ok_count)],
    [labels.brokenLinks, formatNumber(stats.broken_links_count)],
    [labels.mixedContent, formatNumber(stats.mixed_content_count)],
  ] as const;
  return (
    <>
      <FactList className="monitoring-figures" facts={figures} />
      {monitoring_status.restrict_to_site && <p className="soft">{labels.onlyInternalLinks}</p>}
    </>
  );
}

function Mails({
  siteId,
  status,
  isOn,
}: {
  readonly siteId: number;
  readonly status: Status;
  readonly isOn: boolean;
}) {
  const canWrite = useCanWrite();
  const { change } = useFeatureToggle(siteId);
  const [shown, choose] = useOptimisticSave(isOn, isWanted =>
    change({ content_monitoring_emails: isWanted }, isWanted ? labels.mailsOn : labels.mailsOff),
  );
  if (!canWrite) return null;
  return (
    <CheckboxField
      label={labels.sendMails}
      hint={
        status.emails_paused && status.emails_paused_until
          ? labels.mailsPaused(<RelativeTime at={status.emails_paused_until} />)
          : undefined
      }
      isOn={shown}
      onChange={isWanted => void choose(isWanted)}
    />
  );
}
