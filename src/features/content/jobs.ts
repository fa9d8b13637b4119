import type { Job } from '../../core/job.ts';
import type { ContentService } from './service.ts';

/** Creates the job of crawls: the first crawl of a site is due at once, each next one a day after the one before. */
export const contentJob = (content: ContentService): Job => ({
  name: 'content.crawl',
  description: 'Starts scheduled crawls and requested rechecks',
  every: '* * * * * *',
  async run() {
    const begun = content.startDue();
    return begun > 0 ? { begun } : undefined;
  },
});
