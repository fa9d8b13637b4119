/** Texts of the mail reports page. */
import type { ReactNode } from 'react';

export const newReport = 'New report';
export const noSubjects = 'No sites yet';
export const noSubjectsHint = (link: ReactNode) => (
  <>Email reports summarize a site or a group. {link} first.</>
);
export const alreadyAdded = 'You already get this report';
export const added = (name: string) => `Report created: ${name}`;
export const submitReport = 'Create report';
export const about = 'Site or group';
export const howOften = 'Frequency';
export const everyWeek = 'Weekly';
export const weeklyHint = (weekday: string) => `${weekday} at 07:00, for the previous week`;
export const everyMonth = 'Monthly';
export const monthlyHint = 'On the 1st at 07:00, for the previous month';
export const weekly = 'weekly';
export const monthly = 'monthly';
export const group = 'group';
export const next = (next: string) => `Next ${next}`;
export const waitsForMail = 'Waiting for email to be set up';
export const noneSentYet = 'none sent yet';
export const lastSent = (last: ReactNode) => <>last sent {last}</>;
export const onItsWayTo = (email: string) => `Sending to ${email}`;
export const sendReportNow = (reportName: string) => `Send now: ${reportName}`;
export const sendNow = 'Send now';
export const removed = (name: string) => `Report removed: ${name}`;
export const removeReport = (reportName: string) => `Remove ${reportName}`;
export const yourReports = 'Your reports';
export const noMail =
  'Email isn’t set up on this server, so reports can’t be sent. Reports you create now start once it works.';
export const noReports = 'No reports yet';
export const noReportsHint =
  'Get a weekly or monthly summary by email: visitors, pageviews, top pages, sources and countries, and uptime.';
export const sundays = 'Sundays';
export const mondays = 'Mondays';
