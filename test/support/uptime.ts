/** Sites that a test makes fail and recover, and a server that monitors them. */
import { createMailStore } from '../../src/features/mail/store.ts';
import {
  type Answer,
  AUTHORITY,
  type LoopbackServer,
  startLoopbackServer,
  startTlsServer,
} from './loopback-servers.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';
import type { TestRelay } from './smtp-server.ts';

/** A site on loopback with answers set by the test. */
export interface WatchedSite extends AsyncDisposable {
  readonly port: number;
  readonly requests: LoopbackServer['requests'];
  /** Sets its answer from now on. */
  answers(answer: Answer | number): void;
}

type Certificate = 'valid' | 'expired' | 'self-signed';

/** Starts a site that is up. With a certificate it uses TLS. */
export async function startSite(certificate?: Certificate): Promise<WatchedSite> {
  let answer: Answer = (_, response) => response.end('hello');
  const answered: Answer = (request, response) => answer(request, response);
  const outside = await (certificate ? startTlsServer(certificate, answered) : startLoopbackServer(answered));
  return {
    port: outside.port,
    requests: outside.requests,
    answers(next) {
      answer =
        typeof next === 'function' ? next : (_, response) => void response.writeHead(next).end('as set');
    },
    [Symbol.asyncDispose]: outside[Symbol.asyncDispose].bind(outside),
  };
}

/** Starts a server that may check loopback, to which every name resolves but those below `nowhere.test`. */
export const startWatching = (options: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({
    trust: [AUTHORITY],
    resolve: async host => {
      if (host.endsWith('nowhere.test')) throw new Error('no such name');
      return [host.endsWith('.public.test') ? '93.184.216.34' : '127.0.0.1'];
    },
    ...options,
    settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', ...options.settings },
  });

/** Adds a monitor to a site. */
export async function addMonitor(server: TestServer, site: { id: number }, body: Record<string, unknown>) {
  const answer = await server.post(`/sites/${site.id}/monitors`, { name: 'Shop', ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const path = `/sites/${site.id}/monitors/${answer.body.monitor.id}`;
  return {
    ...answer.body,
    path,
    show: async () => await server.get(path),
    patch: (change: Record<string, unknown>) => server.patch(path, change),
  };
}

/** Creates a site of the owner with uptime switched on. */
export async function watchedSite(server: TestServer, url: string, fields: Record<string, unknown> = {}) {
  const site = await server.given.site({ url, ...fields });
  const { status, body } = await server.patch(`/sites/${site.id}/features`, { uptime: true });
  if (status !== 200) throw new Error(`uptime was not switched on: ${JSON.stringify(body)}`);
  return site;
}

/** Starts a site that is up, and that the server watches until it is disposed of; it uses TLS where it has a certificate. */
export async function startShop(
  server: TestServer,
  {
    certificate,
    host = 'shop.test',
    ...fields
  }: { certificate?: Certificate; host?: string } & Record<string, unknown> = {},
) {
  const site = await startSite(certificate);
  const url = `${certificate ? 'https' : 'http'}://${host}:${site.port}`;
  const watched = await watchedSite(server, url, fields);
  return {
    ...site,
    id: watched.id as number,
    uid: watched.uid as string,
    uptime: (query = '') => uptimeOf(server, watched, query),
    /** Lets it take no connection any more. */
    stop: () => site[Symbol.asyncDispose](),
    async [Symbol.asyncDispose]() {
      // A server that a test has stopped checks nothing any more.
      await server.api('DELETE', `/sites/${watched.id}`).catch(() => undefined);
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Advances the clock in steps, and runs the checks. */
export async function watchFor(server: TestServer, seconds: number, stepSeconds = 1): Promise<void> {
  for (let gone = 0; gone < seconds; gone += stepSeconds) {
    server.clock.advance({ seconds: Math.min(stepSeconds, seconds - gone) });
    await checkNow(server);
  }
}

/** Runs the checks that are due. */
export async function checkNow(server: TestServer): Promise<void> {
  await server.job('uptime.check');
  await server.services.uptime.service.settled();
}

export const uptimeOf = async (server: TestServer, site: { readonly id: number }, query = '') =>
  await server.get(`/sites/${site.id}/uptime${query}`);

/** Lists the outbox: kind and data of every mail, oldest first. */
export const mailsOf = (server: TestServer) =>
  createMailStore(server.services.stores.db)
    .listDue(new Date('2100-01-01'), 1000)
    .map(({ id, kind, message }) => ({ id, kind, message }))
    .sort((a, b) => a.id - b.id);

/** Settings of a server that checks every minute, and reports the first failure. */
export const QUICK = {
  FOOTFALL_UPTIME_CONFIRM: '1',
  FOOTFALL_UPTIME_INTERVAL: '60',
  FOOTFALL_CONNECTIVITY_PROBES: '',
} as const;

/** Settings that send mails to the outbox, where they stay while no job runs. */
export const WITH_MAIL = {
  FOOTFALL_SMTP_URL: 'smtp://127.0.0.1:1',
  FOOTFALL_MAIL_FROM: 'Footfall <stats@example.org>',
} as const;

/** Settings of a relay for the mails. */
export const mailThrough = ({ port }: { readonly port: number }) => ({
  FOOTFALL_SMTP_URL: `smtp://127.0.0.1:${port}`,
  FOOTFALL_MAIL_FROM: 'stats@example.org',
});

export const subjectsOf = (relay: TestRelay): string[] =>
  relay.mails.map(({ headers }) => headers.get('subject') ?? '');
