import type { Job } from '../../core/job.ts';
import type { MailReportsService } from './service.ts';

export const mailReportJob = (mailReports: MailReportsService): Job => ({
  name: 'reports.mail',
  description: 'Sends weekly and monthly email reports',
  // Offsets of time zones are multiples of a quarter of an hour; missed reports are sent later.
  every: '*/5 * * * *',
  run: ({ now, signal }) => mailReports.sendDue(now, signal),
});
