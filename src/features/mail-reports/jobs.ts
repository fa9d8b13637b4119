import type { Job } from '../../core/job.ts';
import type { MailReportsService } from './service.ts';

export const mailReportJob = (mailReports: MailReportsService): Job => ({
  name: 'reports.mail',
  description: 'Mails the weekly and monthly reports that are due',
  // Zones are off by whole quarters of an hour; what was missed meanwhile is made up for.
  every: '*/5 * * * *',
  run: ({ now, signal }) => mailReports.sendDue(now, signal),
});
