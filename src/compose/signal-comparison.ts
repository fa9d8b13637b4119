/** Composes the comparison of a site before and after a signal. */
import type { Site } from '../core/site.ts';
import type { Span } from '../core/span.ts';
import { createComparisonService, type Watched } from '../features/signals/comparison/service.ts';
import type { Content } from './content.ts';
import type { Context } from './context.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Sites } from './sites.ts';
import type { Uptime } from './uptime.ts';

interface ComparisonDeps {
  readonly reads: QueuedHits;
  readonly sites: Sites;
  readonly uptime: Uptime;
  readonly content: Content;
}

export const composeSignalComparison = (
  { clock }: Context,
  { reads, sites, uptime, content }: ComparisonDeps,
) =>
  createComparisonService({
    hits: reads.reportHits,
    listGoals: sites.goals.list,
    listIssuesSince: (siteId, since) =>
      content.store
        .listAllIssues(siteId)
        .filter(
          ({ createdAt, resolvedAt, ignoredAt }) =>
            createdAt >= since && resolvedAt === null && ignoredAt === null,
        )
        .reverse(),
    readWatched: (siteId, span) => readWatched(uptime, siteId, span),
    clock,
  });

function readWatched({ service, store }: Uptime, siteId: Site['id'], span: Span): Watched | null {
  const found = service.findSpan(siteId, span);
  const monitor = store.findHomeMonitor(siteId);
  if (!found || !monitor) return null;
  let [answers, totalMs] = [0, 0];
  for (const hour of store.listResponsesSince(monitor.id, span.start)) {
    if (hour.hourAt >= span.end) continue;
    answers += hour.answers;
    totalMs += hour.responseMs;
  }
  return {
    uptime: found.uptime,
    responseMs: answers === 0 ? null : Math.round(totalMs / answers),
    downtimes: found.downtimes,
  };
}
