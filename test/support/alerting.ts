/** A server with a site of five steady weeks, whose alerts reach a receiver. */
import { alertChecks, alertGaps } from '../../src/features/alerts/tables.ts';
import { aHit } from './hit-rows.ts';
import { deliver, type Receiver, startPublishingServer, startReceiver } from './receiver.ts';
import type { TestServer, TestServerOptions } from './server.ts';
import { watchFor } from './uptime.ts';

const HOUR_MS = 3_600_000;

/** Monitors that check every ten seconds. */
const QUICK = { FOOTFALL_UPTIME_INTERVAL: '10', FOOTFALL_UPTIME_CONFIRM: '1' };

/** Hits of each hour of the history. */
export const HITS_AN_HOUR = 20;

/** Stores the same number of hits for each of the last hours, to the beginning of the running one. */
export async function fillHours(server: TestServer, siteId: number, hours: number): Promise<void> {
  const endMs = Math.floor(server.clock.now().getTime() / HOUR_MS) * HOUR_MS;
  const rows = Array.from({ length: hours * HITS_AN_HOUR }, (_, hit) =>
    aHit({ siteId, createdAt: new Date(endMs - (hit + 1) * (HOUR_MS / HITS_AN_HOUR)) }),
  );
  await server.services.stores.hits.append(rows);
}

/** Sends hits of now. */
export async function sendHits(server: TestServer, siteId: number, count: number): Promise<void> {
  const hits = Array.from({ length: count }, (_, at) => ({ path: `/${at}` }));
  const answer = await server.post(`/sites/${siteId}/hits/batch`, hits);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
}

/** Advances the clock by ten minutes at a time, as often as hits are sent, and checks alerts at each. */
export async function pass(server: TestServer, siteId: number, minutes: number, hitsAnHour: number) {
  for (let gone = 0; gone < minutes; gone += 10) {
    server.clock.advance({ minutes: 10 });
    if (hitsAnHour > 0) await sendHits(server, siteId, Math.round(hitsAnHour / 6));
    await server.job('alerts.check');
  }
}

/** Lets a watched site's checks run for a while. */
export const passUptime = (server: TestServer, seconds: number): Promise<void> => watchFor(server, seconds);

export async function startAlerting(options: TestServerOptions = {}) {
  const server = await startPublishingServer({ ...options, settings: { ...QUICK, ...options.settings } });
  const receiver = await startReceiver();
  return {
    server,
    receiver,
    async aSite(fields: Record<string, unknown> = {}): Promise<{ id: number }> {
      const site = await server.given.site({ label: 'Shop', ...fields });
      await fillHours(server, site.id, 5 * 168);
      return site;
    },
    channel: (fields: Record<string, unknown> = {}) => aChannel(server, receiver, fields),
    async alert(siteId: number, body: Record<string, unknown>) {
      const answer = await server.post(`/sites/${siteId}/alerts`, body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.alert;
    },
    /** Delivers what is due, and returns what came: event, title and first line. */
    async received(): Promise<string[][]> {
      await deliver(server);
      return receiver.received
        .splice(0)
        .map(({ body: { event, title, details } }) => [event, title, ...details.slice(0, 1)]);
    },
    /** Removes all sites and channels, and goes on at noon of the next day as if it had been off for no time. */
    async reset(): Promise<void> {
      for (const list of ['sites', 'notification_channels'])
        for (const { id } of (await server.get(`/${list}`))[list])
          await server.api('DELETE', `/${list}/${id}`);
      for (const table of [alertChecks, alertGaps]) server.services.stores.db.delete(table).run();
      receiver.answers(200);
      receiver.received.length = 0;
      server.clock.advance({ days: 1 });
      server.clock.set(server.clock.now().toISOString().replace(/T.*/, 'T12:00:00Z'));
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

async function aChannel(server: TestServer, { url }: Receiver, fields: Record<string, unknown>) {
  const body = { kind: 'webhook', settings: { url }, ...fields };
  const answer = await server.post('/notification_channels', body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.notification_channel;
}
