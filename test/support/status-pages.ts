/** Status pages of a site that a test makes fail. */
import type { TestServer } from './server.ts';
import { checkNow, QUICK, startSite, startWatching, watchedSite } from './uptime.ts';

/** Makes a status page, and throws where it is refused. */
export async function makePage(server: TestServer, body: Record<string, unknown>) {
  const answer = await server.post('/status_pages', { title: 'Status', ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.status_page;
}

/** A watched site with an open status page that shows it as `Shop`. */
export async function startStatusPage(
  fields: Record<string, unknown> = {},
  settings: Record<string, string> = {},
) {
  const site = await startSite();
  const server = await startWatching({ settings: { ...QUICK, ...settings } });
  const watched = await watchedSite(server, `http://hidden.test:${site.port}/secret`);
  await checkNow(server);
  const { monitor } = await server.get(`/sites/${watched.id}/uptime`);
  const page = await makePage(server, {
    site_id: watched.id,
    slug: 'shop',
    enabled: true,
    monitors: [{ monitor_id: monitor.id, name: 'Shop' }],
    ...fields,
  });
  const path = `/status_pages/${page.id}`;
  return {
    site,
    server,
    watched,
    monitor,
    page,
    path,
    /** Opens an address of the page. */
    open: (below = '', headers: Record<string, string> = {}) =>
      fetch(`${server.url}/status/${page.slug}${below}`, { headers }),
    text: async (below = '', headers: Record<string, string> = {}) =>
      (await fetch(`${server.url}/status/${page.slug}${below}`, { headers })).text(),
    async show() {
      server.clock.advance({ seconds: 31 });
      return (await fetch(`${server.url}/status/${page.slug}/status.json`)).json();
    },
    post: (below: string, body: Record<string, unknown>) => server.post(path + below, body),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}
