/** Reports survive `kill -9`: each comes once, whenever the server dies. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { reportAt, startReported } from '../support/reporting.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { subjectsOf } from '../support/uptime.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const DYING = join(import.meta.dir, '../support/dies-while-reporting.ts');

test.each(['before', 'after'] as const)(
  'a server that dies right %s a report is on disk has it mailed once',
  async moment => {
    await using reported = await startReported();
    const { relay, server, restart } = reported;
    await server.stop();

    const child = Bun.spawn([process.execPath, DYING, server.data, String(relay.port), moment], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
    });
    await child.exited;
    expect(child.signalCode).toBe('SIGKILL');
    expect(relay.mails).toHaveLength(0);

    await using second = await restart();
    expect(second.services.mail.outbox.getStatus().waiting).toBe(moment === 'after' ? 1 : 0);
    for (const instant of ['2026-03-16T07:05:00Z', '2026-03-16T07:10:00Z']) await reportAt(second, instant);
    expect(subjectsOf(relay)).toEqual(['shop.example, week of 9–15 March: no pageviews']);
  },
);
