/** Servers that mail reports, and the mails they have sent. */
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';
import { startRelay, type TestRelay } from './smtp-server.ts';
import { mailThrough } from './uptime.ts';

export const startReportingServer = (
  relay: Pick<TestRelay, 'port'>,
  options: TestServerOptions = {},
): Promise<TestServer> =>
  startTestServer({ ...options, settings: { ...mailThrough(relay), ...options.settings } });

/** A report on a site, as the API answers it. */
export const aReport = async (
  server: TestServer,
  siteId: number,
  { every = 'week', key = server.owner.full }: { every?: 'week' | 'month'; key?: string } = {},
) => {
  const body = { scope: 'site', site_id: siteId, every };
  return (await server.post('/me/reports', body, key)).body.report;
};

/** Moves the clock to an instant, mails what is due, and waits until it is out. */
export async function reportAt(server: TestServer, instant: string): Promise<void> {
  server.clock.set(instant);
  await server.job('reports.mail');
  await server.job('mail.send');
}

/** Address of the page that stops a mail. */
export const stopLinkOf = (relay: TestRelay): string =>
  /^<(.*)>$/.exec(relay.mails.at(-1)?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';

/** Starts a relay, and a server with a site whose weekly report is mailed through it. `await using` stops both. */
export async function startReported(fields: Record<string, unknown> = {}) {
  const relay = await startRelay();
  const server = await startReportingServer(relay);
  const id: number = (await server.given.site(fields)).id;
  const report = await aReport(server, id);
  return {
    ...{ relay, server, id, report },
    /** Stops the server, and starts another with its folder and clock. */
    async restart() {
      await server.stop();
      return startReportingServer(relay, { data: server.data, clock: server.clock });
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
    },
  };
}
