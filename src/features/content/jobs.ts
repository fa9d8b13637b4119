import type { Job } from '../../core/job.ts';
import type { ContentService } from './service.ts';

/** A site's first crawl begins at once, the next ones a day after the one before: each site has its own minute. */
export const contentJob = (content: ContentService): Job => ({
  name: 'content.crawl',
  description: 'Begins the crawls of sites that are due, and looks again at issues where that was asked for',
  every: '* * * * * *',
  async run() {
    const begun = content.begin();
    return begun > 0 ? { begun } : undefined;
  },
});
