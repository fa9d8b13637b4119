/** What is sent as it is stored changes nothing: `updated_at` stays. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';
import { addMonitor } from '../support/uptime.ts';

const server = shareServer();

/** Makes an item, and returns its path, the name of its answer, and fields as they are stored. */
type Make = (site: { id: number }) => Promise<{ path: string; name: string; body: Record<string, unknown> }>;

const made =
  (list: (id: number) => string, name: string, create: object, change: Record<string, unknown>): Make =>
  async ({ id }) => {
    const answer = await server().post(list(id), create);
    return { path: `${list(id)}/${answer.body[name].id}`, name, body: change };
  };
const ofSite = (list: string) => (id: number) => `/sites/${id}/${list}`;

const ITEMS: Readonly<Record<string, Make>> = {
  alert: made(
    ofSite('alerts'),
    'alert',
    { kind: 'spike', name: 'n', percent: 80 },
    { name: 'n', percent: 80 },
  ),
  window: async site => {
    const monitor = (await addMonitor(server(), site, { kind: 'tcp', host: 'a.example', port: 1 })).monitor
      .id;
    const schedule = { kind: 'once', starts_at: '2026-04-01T00:00:00Z', ends_at: '2026-04-01T01:00:00Z' };
    const body = { name: 'n', monitor_ids: [monitor] };
    const create = { ...body, ...schedule };
    return made(ofSite('maintenance_windows'), 'maintenance_window', create, body)(site);
  },
  channel: made(
    () => '/notification_channels',
    'notification_channel',
    { kind: 'webhook', name: 'n', settings: { url: 'https://hooks.example/' } },
    { name: 'n', active: true },
  ),
  page: async ({ id: site_id }) =>
    made(
      () => '/status_pages',
      'status_page',
      { site_id, title: 't' },
      { title: 't', monitors: [] },
    )({ id: 0 }),
  incident: async ({ id: site_id }) => {
    const page = (await server().post('/status_pages', { site_id, title: 't' })).body;
    const list = `/status_pages/${page.status_page.id}/incidents`;
    return made(
      () => list,
      'incident',
      { title: 't', text: 'x' },
      { title: 't', monitor_ids: [] },
    )({ id: 0 });
  },
};

test.each(Object.keys(ITEMS))('%s', async item => {
  const make = ITEMS[item] as Make;
  const { path, name, body } = await make(await server().given.site());
  const patch = async (fields: object) => {
    server().clock.advance({ minutes: 1 });
    const answer = await server().patch(path, fields);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return answer.body[name].updated_at;
  };
  const created = (await server().get(path))[name].updated_at;
  expect(await patch(body)).toBe(created);
  const [field = '', value] = Object.entries(body)[0] ?? [];
  expect(await patch({ [field]: `${value}!` })).not.toBe(created);
});
