/** A server with a site, and an access log that is followed into it. */
import { expect } from 'bun:test';
import { join } from 'node:path';
import { followLogs } from '../../src/cli/follow/follow.ts';
import { sendToServer } from '../../src/cli/remote/control-client.ts';
import type { SendCommand } from '../../src/cli/remote/with-server.ts';
import { temporaryFolder } from './cli.ts';
import { ended } from './imports.ts';
import { copyStartedFolder, startTestServer } from './server.ts';
import { until } from './until.ts';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
/** A line for a page; pages are numbered, so that each counts once. */
export const line = (page: number, agent = CHROME): string =>
  `203.0.113.77 - - [10/Mar/2026:08:00:${String(page % 60).padStart(2, '0')} +0000] "GET /${page} HTTP/1.1" 200 9 "-" "${agent}"\n`;
export const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => line(from + index)).join('');

/** Starts both; a log is written by its test. */
export async function aLog() {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const first = await startTestServer({ copyStarted: () => copyStartedFolder(data) });
  const { id: siteId } = await first.given.site({ url: 'https://a.example' });
  const key = first.owner.full;
  let server = first;
  const place = { data };
  const log = join(folder.path, 'access.log');
  const send = (async (command: string, input: unknown) => {
    const answer = await sendToServer(place.data, { command: command as 'ping', input });
    if (!answer) throw new Error('no server');
    return answer.result;
  }) as unknown as SendCommand;
  const errors: string[] = [];
  const follow = (files: readonly string[] = [log], sending = send, withoutHits = false) => {
    const stop = new AbortController();
    const done = followLogs({
      files,
      log: { siteId, timeZone: null, logFormat: null, withoutHits },
      send: sending,
      signal: stop.signal,
      printError: text => errors.push(text),
      pollMs: 5,
      lingerMs: 20,
      retryMs: 5,
    });
    done.catch(() => undefined);
    return {
      done,
      async stop() {
        stop.abort();
        await done;
      },
    };
  };
  const count = async (): Promise<number> =>
    (await server.get(`/sites/${siteId}/hits?start_date=2026-03-01&per_page=1`, key)).pagination.total_count;
  return {
    log,
    siteId,
    data,
    errors,
    send,
    follow,
    count,
    addSite: async (): Promise<number> =>
      (await server.post('/sites', { url: 'https://b.example' }, key)).body.site.id,
    /** The imports of the site, newest first. */
    async listImports() {
      return (await server.get(`/sites/${siteId}/imports`, key)).imports;
    },
    hit: (fields: object) => server.post(`/sites/${siteId}/hits`, fields, key),
    async countVisitors(): Promise<number> {
      const path = `/sites/${siteId}/hits?start_date=2026-03-01&group_by=path`;
      return (await server.get(path, key)).summary.unique_visitors;
    },
    async undo(id: number) {
      await server.api('DELETE', `/sites/${siteId}/imports/${id}`, { key });
      await ended(server, `/sites/${siteId}/imports/${id}`, key);
    },
    async countAgentVisits() {
      const { body } = await server.api('GET', `/sites/${siteId}/agent_visits?start_date=2026-03-01`, {
        key,
      });
      return body.pagination.total_count;
    },
    /** What the logs of a site show beside hits. */
    async showLog(site = siteId) {
      const path = `/sites/${site}/access_log?start_date=2026-03-01`;
      return (await server.get(path, key)).access_log;
    },
    switchSite: (active: boolean) => server.patch(`/sites/${siteId}`, { active }, key),
    exclude: (paths: readonly string[]) =>
      server.patch(`/sites/${siteId}/settings`, { ignore_rules: { paths } }, key),
    setPageRules: (rules: readonly object[]) =>
      server.api('PUT', `/sites/${siteId}/page_rules`, { body: { rules }, key }),
    /** The pages and their views, the most viewed first. */
    async listPages(): Promise<(readonly [path: string, views: number])[]> {
      const path = `/sites/${siteId}/hits?start_date=2026-03-01&group_by=path`;
      const { grouped_hits: pages } = await server.get(path, key);
      return pages.map((page: { path: string; views: number }) => [page.path, page.views]);
    },
    inside: (name: string) => join(folder.path, name),
    /** Waits for so many hits, each of another page. */
    async expectHits(hits: number) {
      await until(async () => (await count()) >= hits);
      const { body } = await server.api(
        'GET',
        `/sites/${siteId}/hits?start_date=2026-03-01&group_by=path&per_page=1`,
        { key },
      );
      expect([await count(), body.pagination.total_count]).toEqual([hits, hits]);
    },
    /** Starts the server again, on a copy of the folder where one is named. */
    async restart(copy = data) {
      await server.stop();
      place.data = copy;
      server = await startTestServer({ data: copy });
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}

/** A line for a page that is not there. */
export const missing = (day: string, page: number): string =>
  line(page).replace('10/Mar', `${day}/Mar`).replace('" 200', '" 404');
