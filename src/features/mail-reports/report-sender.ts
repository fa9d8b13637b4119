/** Writes the reports that are due and enqueues each once. */

import type { Clock } from '../../core/clock.ts';
import type { User } from '../../core/user.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { LoadFigures } from './figures.ts';
import { toReportMessage } from './report-text.ts';
import {
  type Calendar,
  existedWhenDue,
  hasNewDays,
  isInFuture,
  isInTime,
  lastOccurrence,
  mayBeDue,
  type Occurrence,
} from './schedule.ts';
import type { MailReportsStore, ReportRow } from './store.ts';
import type { FindTarget, ReportTarget } from './target.ts';

export interface ReportSenderDeps {
  readonly store: MailReportsStore;
  readonly findUser: (id: number) => User | undefined;
  readonly targetFinderFor: (user: User) => FindTarget;
  readonly loadFigures: LoadFigures;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** A report with its reader and target. */
interface ResolvedReport {
  readonly report: ReportRow;
  readonly user: User;
  readonly target: ReportTarget;
}

const calendarInZone = (
  targetZone: string,
  { report, user }: Pick<ResolvedReport, 'report' | 'user'>,
): Calendar => ({
  every: report.every,
  weekStart: user.weekStart,
  zone: user.timeZone,
  targetZone,
});

export const toCalendar = (resolved: ResolvedReport): Calendar =>
  calendarInZone(resolved.target.zone, resolved);

/** Creates the function that returns the last occurrence due by an instant, computed once for each calendar. */
function createOccurrenceCache(now: Date): (calendar: Calendar) => Occurrence {
  const known = new Map<string, Occurrence>();
  return calendar => {
    const key = Object.values(calendar).join(' ');
    const occurrence = known.get(key) ?? lastOccurrence(now, calendar);
    known.set(key, occurrence);
    return occurrence;
  };
}

export function createReportSender({
  store,
  findUser,
  targetFinderFor,
  loadFigures,
  outbox,
  clock,
}: ReportSenderDeps) {
  /**
   * Yields the reports whose last occurrence is due and has not been mailed; of several missed ones only the last. A
   * generator, since thousands of reports at once would block the event loop.
   */
  function* listDue(now: Date): Generator<ResolvedReport & { readonly occurrence: Occurrence }> {
    const findOccurrence = createOccurrenceCache(now);
    const byUser = new Map<number, FindTarget>();
    for (const report of store.listAll()) {
      const user = findUser(report.userId);
      if (!user) continue;
      const ownOccurrence = findOccurrence(calendarInZone(user.timeZone, { report, user }));
      // A last day in the future must not suppress reports until then: what is over by now counts as reported.
      if (isInFuture(report.lastDate, now)) store.resetLastDate(report.id, ownOccurrence.last);
      else if (mayBeDue(ownOccurrence, report, now)) {
        const findTarget = byUser.get(user.id) ?? targetFinderFor(user);
        byUser.set(user.id, findTarget);
        const target = findTarget(report);
        if (!target) continue;
        const resolved = { report, user, target };
        const occurrence = findOccurrence(toCalendar(resolved));
        const isMissing =
          existedWhenDue(report.createdAt, occurrence.dueAt, now) && hasNewDays(occurrence, report.lastDate);
        if (isMissing && isInTime(occurrence, now)) yield { ...resolved, occurrence };
      }
    }
  }

  /** Creates the mail of an occurrence without writing anything. */
  async function createMail({ report, target }: ResolvedReport, occurrence: Occurrence, signal: AbortSignal) {
    const figures = await loadFigures(target, occurrence, { now: clock.now(), signal });
    signal.throwIfAborted();
    return {
      kind: 'mail_report',
      userId: report.userId,
      siteId: report.siteId,
      reportId: report.id,
      message: JSON.stringify(toReportMessage(figures, report.every)),
    } as const;
  }

  /** Enqueues an occurrence and marks it as sent in one transaction, unless it was sent or the report was stopped during the await. */
  async function send(
    resolved: ResolvedReport,
    occurrence: Occurrence,
    signal: AbortSignal,
  ): Promise<boolean> {
    const mail = await createMail(resolved, occurrence, signal);
    let isSent = false;
    store.transaction(() => {
      const current = store.find(resolved.report.id);
      if (!current || !hasNewDays(occurrence, current.lastDate)) return;
      store.markSent(current.id, occurrence.last, clock.now());
      outbox.enqueue(mail);
      isSent = true;
    });
    return isSent;
  }

  return {
    /** Mails the reports that are due. One that fails does not stop the others; it is retried at the next run. */
    async sendDue(now: Date, signal: AbortSignal): Promise<{ due: number; sent: number }> {
      const done = { due: 0, sent: 0 };
      if (!outbox.isSetUp) return done;
      const failures: unknown[] = [];
      for (const resolved of listDue(now)) {
        if (signal.aborted) return done;
        done.due++;
        try {
          if (await send(resolved, resolved.occurrence, signal)) done.sent++;
        } catch (error) {
          if (!signal.aborted) failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} reports were not mailed`);
      return done;
    },

    /** Mails the last occurrence again, without changing when the next one is due. */
    async sendLast(resolved: ResolvedReport, signal: AbortSignal): Promise<void> {
      const mail = await createMail(resolved, lastOccurrence(clock.now(), toCalendar(resolved)), signal);
      store.transaction(() => {
        if (store.find(resolved.report.id)) outbox.enqueue(mail);
      });
    },
  };
}
