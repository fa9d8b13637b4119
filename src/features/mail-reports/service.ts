/** The reports of users: on a site or a group, every week or month. */

import { type AppError, forbidden, invalidBody, noMailRelay, notFound, tooMany } from '../../core/errors.ts';
import type { User } from '../../core/user.ts';
import { type RateLimit, takeUse } from '../../http/rate-limit.ts';
import { MAX_REPORTS } from './limits.ts';
import { createReportSender, type ReportSenderDeps, toCalendar } from './report-sender.ts';
import type { LinkedReport } from './report-token.ts';
import { nextNewOccurrence } from './schedule.ts';
import type { ReportInput } from './schema.ts';
import type { ReportRow } from './store.ts';
import type { FindTarget, ListedReport, ReportTarget, TargetDeps } from './target.ts';

export interface MailReportsDeps extends ReportSenderDeps, Pick<TargetDeps, 'listAccounts' | 'findSite'> {
  /** Limits the test mails of each user. */
  readonly testRateLimit: Pick<RateLimit, 'take'>;
}

export function createMailReportsService(deps: MailReportsDeps) {
  const { store, targetFinderFor, outbox, testRateLimit, clock } = deps;
  const sender = createReportSender(deps);

  const toListedReport = (
    report: ReportRow,
    user: User,
    findTarget: FindTarget,
  ): ListedReport | undefined => {
    const target = findTarget(report);
    if (!target) return undefined;
    const { dueAt } = nextNewOccurrence(clock.now(), toCalendar({ report, user, target }), report.lastDate);
    return { report, target, nextAt: dueAt };
  };

  /** Lists the reports whose target the user may still read, oldest first. */
  function list(user: User): ListedReport[] {
    const findTarget = targetFinderFor(user);
    return store.listOf(user.id).flatMap(report => toListedReport(report, user, findTarget) ?? []);
  }

  /** A report of a user. 404 when there is none, or when it cannot be read any more. */
  function get(user: User, id: number): ListedReport {
    const report = store.find(id);
    const listed =
      report?.userId === user.id ? toListedReport(report, user, targetFinderFor(user)) : undefined;
    if (!listed) throw notFound('report');
    return listed;
  }

  function findRow({ id, createdAt }: LinkedReport): ReportRow | undefined {
    const report = store.find(id);
    return report?.createdAt.getTime() === createdAt.getTime() ? report : undefined;
  }

  return {
    isMailSetUp: outbox.isSetUp,
    list,
    get,

    /** Adds a report, or finds the same one. 422 for a target that the user cannot read, and over the limit. */
    add(user: User, input: ReportInput): { readonly listed: ListedReport; readonly isNew: boolean } {
      const ids = parseTarget(input);
      const findTarget = targetFinderFor(user);
      if (!findTarget(ids)) throw toAccessError(user, input, deps);
      const wanted = { ...ids, userId: user.id, every: input.every, createdAt: clock.now() };
      const same = store.findDuplicate(wanted);
      if (same) return { listed: get(user, same.id), isNew: false };
      if (list(user).length >= MAX_REPORTS) throw tooMany('a user', MAX_REPORTS, 'reports');
      return { listed: get(user, store.insert(wanted).id), isNew: true };
    },

    remove: ({ report }: ListedReport): void => store.remove(report.id),

    /** Mails the last report that was due, whether or not it has been. 422 without a mail relay, 429 once the user's hour is used up. */
    async sendNow(user: User, listed: ListedReport, signal: AbortSignal): Promise<void> {
      if (!outbox.isSetUp) throw noMailRelay();
      takeUse(testRateLimit, user.id, 'reports an hour can be sent');
      await sender.sendLast({ user, ...listed }, signal);
    },

    sendDue: sender.sendDue,

    /** Finds the report of a link in a mail, with its target while its reader may read that; undefined once it has been stopped. */
    findByLink(
      linked: LinkedReport,
    ): { readonly report: ReportRow; readonly target: ReportTarget | undefined } | undefined {
      const report = findRow(linked);
      const user = report && deps.findUser(report.userId);
      return user && { report, target: targetFinderFor(user)(report) };
    },
    stop(linked: LinkedReport): void {
      const report = findRow(linked);
      if (report) store.remove(report.id);
    },
  };
}

export type MailReportsService = ReturnType<typeof createMailReportsService>;

/** Parses the site or group of a body. 422 where it has none, or both. */
function parseTarget({ scope, site_id: siteId = null, group_id: groupId = null }: ReportInput) {
  const [own, id, other, otherId] =
    scope === 'site' ? ['site_id', siteId, 'group_id', groupId] : ['group_id', groupId, 'site_id', siteId];
  if (id === null) throw invalidBody(`${own} is required for the scope ${scope}`);
  if (otherId !== null)
    throw invalidBody(`${other} must be left out or null for the scope ${scope}, got ${otherId}`);
  return { siteId, groupId };
}

/** Returns the error for a target that the user cannot have reports on: no subscription, or nothing with that id. */
function toAccessError(
  user: User,
  input: ReportInput,
  { listAccounts, findSite }: MailReportsDeps,
): AppError {
  const own = listAccounts(user).find(({ kind }) => kind === 'personal');
  if (input.scope === 'site') {
    const isOwn = findSite(input.site_id ?? 0)?.ownerId === user.id;
    if (isOwn && !own?.rights.isSubscribed) return forbidden('an active subscription is required');
    return invalidBody(`site_id must be a site that you can read, got ${input.site_id}`);
  }
  return invalidBody(
    `group_id must be a group that you can read, of an account with an Ultra subscription, got ${input.group_id}`,
  );
}
