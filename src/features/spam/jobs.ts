import type { Job } from '../../core/job.ts';
import type { SpamList } from './list.ts';

/** Looks every hour whether a day has passed, so that a failed attempt and a new address do not wait for a day. */
export const spamListJob = (spamList: SpamList): Job => ({
  name: 'spam.refresh',
  description: 'Updates the list of spam domains once a day',
  every: '23 * * * *',
  run: ({ now }) => spamList.refresh(now),
});
