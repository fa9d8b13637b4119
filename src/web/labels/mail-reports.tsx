/** Texts of the mail reports page. */
import type { ReactNode } from 'react';

export const newReport = 'New report';
export const noSubjects = 'There is nothing to report on yet';
export const noSubjectsHint = (link: ReactNode) => (
  <>A report sums up a site or a group of them. {link}, and it can be chosen here.</>
);
export const alreadyAdded = 'You get this one already';
export const added = (name: string) => `Added: ${name}`;
export const submitReport = 'Mail me this';
export const about = 'About';
export const howOften = 'How often';
export const everyWeek = 'Every week';
export const weeklyHint = (weekday: string) => `${weekday} at 07:00, about the week that ended`;
export const everyMonth = 'Every month';
export const monthlyHint = 'On the 1st at 07:00, about the month that ended';
export const weekly = 'weekly';
export const monthly = 'monthly';
export const group = 'group';
export const next = (next: string) => `Next ${next}`;
export const waitsForMail = 'Waits for the server to send mail';
export const noneSentYet = 'none sent yet';
export const lastSent = (last: ReactNode) => <>last one {last}</>;
export const onItsWayTo = (email: string) => `On its way to ${email}`;
export const sendReportNow = (reportName: string) => `Send me one now: ${reportName}`;
export const sendNow = 'Send me one now';
export const removed = (name: string) => `Removed: ${name}`;
export const removeReport = (reportName: string) => `Remove ${reportName}`;
export const yourReports = 'Your reports';
export const noMail = (
  <>
    This server sends no mail yet, so no report is sent. Its operator sets <code>FOOTFALL_SMTP_URL</code> and{' '}
    <code>FOOTFALL_MAIL_FROM</code>: <a href="/docs/self-hosting#mail">how that is done</a>. What you choose
    here is kept until then.
  </>
);
export const noReports = 'No reports yet';
export const noReportsHint =
  'A report comes by mail and sums up a week or a month: hits and visitors against the time before, the top pages, sources and countries, and how monitoring went. Choose one above.';
export const sundays = 'Sundays';
export const mondays = 'Mondays';
