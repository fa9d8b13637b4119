/** Switching monitoring on and off. Source: api-v1, States and transitions; decisions, section 3. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { refused, refusedStarting } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const OFF = { content_monitoring: false, content_monitoring_emails: false, uptime: false };

async function aSite() {
  const { call, site } = await givenSite(server());
  const set = (body: unknown, method = 'PATCH') => call(method, '/features', body);
  return { site, set, features: async (body: unknown) => (await set(body)).body.features };
}

test('the answer is the site and its features', async () => {
  const { site, set } = await aSite();
  const { status, body } = await set({ uptime: false });
  expect([status, body]).toEqual([200, { site, features: OFF }]);
});

test('PUT does what PATCH does', async () => {
  const { set } = await aSite();
  expect((await set({ uptime: true }, 'PUT')).body.features).toEqual({ ...OFF, uptime: true });
});

const MONITORED = { ...OFF, content_monitoring: true };
const MAILED = { ...MONITORED, content_monitoring_emails: true };
const WITHOUT_MAILS = { content_monitoring: true, content_monitoring_emails: false };

test.each<[rule: string, changes: [sent: object, features: object][]]>([
  ['uptime goes on, off and on again', [true, false, true].map(uptime => [{ uptime }, { ...OFF, uptime }])],
  ['content monitoring brings its mails with it', [[{ content_monitoring: true }, MAILED]]],
  ['content monitoring can be switched on without mails', [[WITHOUT_MAILS, MONITORED]]],
  [
    'content monitoring that is on already leaves the mails as they are',
    [
      [WITHOUT_MAILS, MONITORED],
      [{ content_monitoring: true }, MONITORED],
    ],
  ],
  [
    'mails go off and on while monitoring stays on',
    [
      [{ content_monitoring: true }, MAILED],
      [{ content_monitoring_emails: false }, MONITORED],
      [{ content_monitoring_emails: true }, MAILED],
    ],
  ],
  [
    'switching content monitoring off leaves uptime on',
    [
      [
        { content_monitoring: true, uptime: true },
        { ...MAILED, uptime: true },
      ],
      [{ content_monitoring: false }, { ...OFF, uptime: true }],
    ],
  ],
])('%s', async (_, changes) => {
  const { features } = await aSite();
  for (const [sent, expected] of changes) expect(await features(sent)).toEqual(expected);
});

test('mails without monitoring are 422', async () => {
  const { set } = await aSite();
  for (const body of [
    { content_monitoring_emails: true },
    { content_monitoring_emails: true, content_monitoring: false },
  ]) {
    expect(await set(body)).toEqual(
      refused(422, 'content_monitoring_emails needs content_monitoring to be on'),
    );
  }
});

test('at least one feature must be named', async () => {
  const { set } = await aSite();
  const start = 'at least one of content_monitoring, content_monitoring_emails, uptime';
  for (const body of [{}, { nonsense: true }]) expect(await set(body)).toEqual(refusedStarting(422, start));
});

test('a feature is true or false and nothing else', async () => {
  const { set } = await aSite();
  for (const uptime of ['true', 1, null]) expect((await set({ uptime })).status).toBe(422);
});

test('a bad feature changes nothing', async () => {
  const { set, features } = await aSite();
  await set({ uptime: true, content_monitoring: 'yes' });
  expect(await features({ uptime: false })).toEqual(OFF);
});

test('zen allows 5 uptime monitors, and the sixth is 422 naming the limit', async () => {
  const { full: key } = await server().given.user('monitors@example.org', 'pro');
  const sites = [];
  for (let n = 1; n <= 6; n++) sites.push(await server().given.site({ url: `https://s${n}.example` }, key));
  await server().setUser('monitors@example.org', { plan: 'zen' });
  const switchOn = (id: number) => server().patch(`/sites/${id}/features`, { uptime: true }, key);
  for (const { id } of sites.slice(0, 5)) expect((await switchOn(id)).status).toBe(200);
  expect(await switchOn(sites[5].id)).toEqual(
    refused(422, 'the plan zen allows 5 uptime monitors, and all of them are in use'),
  );
  expect((await switchOn(sites[0].id)).status).toBe(200);
  await server().patch(`/sites/${sites[0].id}/features`, { uptime: false }, key);
  expect((await switchOn(sites[5].id)).status).toBe(200);
});

test('updated_at moves when a feature changes, and only then', async () => {
  await using own = await startTestServer();
  const site = await own.given.site();
  own.clock.advance({ hours: 1 });
  const set = async (body: unknown) =>
    (await own.patch(`/sites/${site.id}/features`, body)).body.site.updated_at;
  expect(await set({ uptime: false })).toBe(site.updated_at);
  expect(await set({ uptime: true })).toBe('2026-03-10T13:00:00.000Z');
});
