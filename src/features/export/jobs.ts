import type { Job } from '../../core/job.ts';
import { pluralize } from '../../lib/english.ts';
import type { NightlyExports } from './nightly.ts';

/** The job of nightly exports; none where the operator has set no place for them. */
export const exportJobs = (nightly: NightlyExports | undefined): Job[] =>
  nightly === undefined
    ? []
    : [
        {
          name: 'export.days',
          description: 'Exports finished days and weekly backups to the operator’s folder or bucket',
          // Every hour, for what has failed.
          every: '25 * * * *',
          run: async ({ now, signal }) => {
            const { failed, ...done } = await nightly.runDue(now, signal);
            if (failed > 0) throw new Error(`${pluralize(failed, 'export')} failed: see the log`);
            return done;
          },
        },
      ];
