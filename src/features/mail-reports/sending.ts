/** Writes the reports that are due, and puts each into the outbox once. */

import type { Clock } from '../../core/clock.ts';
import type { User } from '../../core/user.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { FiguresOf } from './figures.ts';
import { writeReport } from './report-text.ts';
import {
  type Calendar,
  canBeDue,
  type Issue,
  isAhead,
  isInTime,
  isNews,
  lastIssue,
  wasThere,
} from './schedule.ts';
import type { MailReportsStore, ReportRow } from './store.ts';
import type { Subject, SubjectOf } from './subject.ts';

export interface SendingDeps {
  readonly store: MailReportsStore;
  readonly findUser: (id: number) => User | undefined;
  readonly subjectsOf: (user: User) => SubjectOf;
  readonly figuresOf: FiguresOf;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** A report with who reads it and what it is about. */
interface Turn {
  readonly report: ReportRow;
  readonly user: User;
  readonly subject: Subject;
}

const calendarIn = (accountZone: string, { report, user }: Pick<Turn, 'report' | 'user'>): Calendar => ({
  every: report.every,
  weekStart: user.weekStart,
  zone: user.timeZone,
  accountZone,
});

/** Whose weeks, hours and days count for a report. */
export const calendarOf = (turn: Turn): Calendar => calendarIn(turn.subject.account.owner.timeZone, turn);

/** The last issue due by an instant, worked out once for each calendar. */
function createIssueOf(now: Date): (calendar: Calendar) => Issue {
  const known = new Map<string, Issue>();
  return calendar => {
    const key = Object.values(calendar).join(' ');
    const issue = known.get(key) ?? lastIssue(now, calendar);
    known.set(key, issue);
    return issue;
  };
}

export function createSending({ store, findUser, subjectsOf, figuresOf, outbox, clock }: SendingDeps) {
  /**
   * Reports whose last issue is due and has not been mailed; of several that were missed it is the last one. Each is
   * looked at when it is its turn: thousands of them at once would hold everybody up.
   */
  function* dueBy(now: Date): Generator<Turn & { readonly issue: Issue }> {
    const issueOf = createIssueOf(now);
    const byUser = new Map<number, SubjectOf>();
    for (const report of store.listAll()) {
      const user = findUser(report.userId);
      if (!user) continue;
      const own = issueOf(calendarIn(user.timeZone, { report, user }));
      // Days to come are no reason to be silent until then: what is over by now counts as reported.
      if (isAhead(report.lastDate, now)) store.forgetAhead(report.id, own.last);
      else if (canBeDue(own, report, now)) {
        const subjectOf = byUser.get(user.id) ?? subjectsOf(user);
        byUser.set(user.id, subjectOf);
        const subject = subjectOf(report);
        if (!subject) continue;
        const turn = { report, user, subject };
        const issue = issueOf(calendarOf(turn));
        const isMissing = wasThere(report.createdAt, issue.dueAt, now) && isNews(issue, report.lastDate);
        if (isMissing && isInTime(issue, now)) yield { ...turn, issue };
      }
    }
  }

  /** What is posted for an issue: all that takes time, nothing that is written. */
  async function prepare({ report, subject }: Turn, issue: Issue, signal: AbortSignal) {
    const figures = await figuresOf(subject, issue, { now: clock.now(), signal });
    signal.throwIfAborted();
    return {
      kind: 'mail_report',
      userId: report.userId,
      siteId: report.siteId,
      reportId: report.id,
      message: JSON.stringify(writeReport(figures, report.every)),
    } as const;
  }

  /** Mails an issue, unless it has been mailed or stopped meanwhile; that it was, and the mail, are on disk together. */
  async function send(turn: Turn, issue: Issue, signal: AbortSignal): Promise<boolean> {
    const mail = await prepare(turn, issue, signal);
    let isSent = false;
    store.transaction(() => {
      const current = store.find(turn.report.id);
      if (!current || !isNews(issue, current.lastDate)) return;
      store.noteSent(current.id, issue.last, clock.now());
      outbox.enqueue(mail);
      isSent = true;
    });
    return isSent;
  }

  return {
    /** Mails what is due by now. One report that fails does not hold up the others; it is tried again at the next run. */
    async sendDue(now: Date, signal: AbortSignal): Promise<{ due: number; sent: number }> {
      const done = { due: 0, sent: 0 };
      if (!outbox.isSetUp) return done;
      const failures: unknown[] = [];
      for (const turn of dueBy(now)) {
        if (signal.aborted) return done;
        done.due++;
        try {
          if (await send(turn, turn.issue, signal)) done.sent++;
        } catch (error) {
          if (!signal.aborted) failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} reports were not mailed`);
      return done;
    },

    /** Mails the last issue that was due once more. When the next one comes stays as it is. */
    async sendLast(turn: Turn, signal: AbortSignal): Promise<void> {
      const mail = await prepare(turn, lastIssue(clock.now(), calendarOf(turn)), signal);
      store.transaction(() => {
        if (store.find(turn.report.id)) outbox.enqueue(mail);
      });
    },
  };
}
