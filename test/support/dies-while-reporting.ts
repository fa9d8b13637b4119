/** A server that dies while it writes down a report: `dies-while-reporting.ts FOLDER RELAY_PORT before|after`, the commit. */

import { startReportingServer } from './reporting.ts';
import { createMovableClock } from './server.ts';

const [, , data = '', port, moment] = process.argv;
const clock = createMovableClock('2026-03-16T07:00:00Z');
const { services, job } = await startReportingServer({ port: Number(port) }, { data, clock });
const { db } = services.stores;
const { transaction } = db;
const die = (): void => void process.kill(process.pid, 'SIGKILL');
db.transaction = work => {
  const result = transaction(db => {
    const written = work(db);
    if (moment === 'before') die();
    return written;
  });
  die();
  return result;
};
await job('reports.mail');
