/** Background work by name, and how it ends with the server. */
import { expect, test } from 'bun:test';
import type { Job } from '../../src/core/job.ts';
import { createLog } from '../../src/core/log.ts';
import { startScheduler } from '../../src/jobs/scheduler.ts';
import { createMovableClock } from '../support/server.ts';

const schedule = (run: Job['run'], { every = '0 0 * * *', isAutomatic = false } = {}) =>
  startScheduler([{ name: 'sites.purge', description: 'a job', every, run }], {
    clock: createMovableClock(),
    log: createLog('silent'),
    isAutomatic,
  });

test('a job starts by itself when its pattern says so', async () => {
  const started = Promise.withResolvers<void>();
  const scheduler = schedule(async () => started.resolve(), { every: '* * * * * *', isAutomatic: true });
  await started.promise;
  await scheduler.stop();
});

test('a job that is started twice at once runs once', async () => {
  let runs = 0;
  const scheduler = schedule(async () => {
    runs += 1;
  });
  await Promise.all([scheduler.run('sites.purge'), scheduler.run('sites.purge')]);
  expect(runs).toBe(1);
});

test('a scheduler that stops waits for what runs, and starts nothing more, by name neither', async () => {
  let end = () => {};
  let runs = 0;
  const scheduler = schedule(async () => {
    runs += 1;
    await new Promise<void>(resolve => {
      end = resolve;
    });
  });
  const running = scheduler.run('sites.purge');
  const stopped = scheduler.stop();
  end();
  await Promise.all([running, stopped]);
  expect(await scheduler.run('sites.purge').catch((error: Error) => error.message)).toContain('stopping');
  expect(runs).toBe(1);
});
