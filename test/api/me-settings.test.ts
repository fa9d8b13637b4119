/** `GET` and `PATCH /me/settings`: what a user chooses for themselves. */
import { expect, test } from 'bun:test';
import { VERSION } from '../../src/core/version.ts';
import { openBrowser } from '../support/cookie-jar.ts';
import { refusedStarting } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
let users = 0;
const newUser = (plan?: 'none' | 'pro') => server().given.user(`settings-${++users}@example.org`, plan);
const call = (method: string, key: string, body?: unknown) =>
  server().api(method, '/me/settings', { key, body });

const ALL_MAILS = {
  monitor_down: true,
  monitor_up: true,
  certificate_expiry: true,
  domain_expiry: true,
  content_issues: true,
  new_insight: false,
  storage_problem: true,
  invitation_failed: true,
  alert: true,
  channel_disabled: true,
  webhook_disabled: true,
};

test('a new user has the system’s theme and every mail except opt-in ones, and is no operator', async () => {
  const { email, full } = await newUser('pro');
  const { status, body } = await call('GET', full);
  expect(status).toBe(200);
  expect(body).toEqual({
    settings: {
      name: email.split('@')[0],
      email,
      time_zone: 'UTC',
      week_start: 'monday',
      theme: 'system',
      mails: ALL_MAILS,
      is_operator: false,
      is_mailed: false,
      plan: 'pro',
      trial_ends_at: null,
      server_version: VERSION,
      newer_version: null,
    },
  });
});

test('the first user is the operator', async () => {
  expect((await call('GET', server().owner.full)).body.settings.is_operator).toBe(true);
});

test('PATCH and PUT change what is sent and leave the rest', async () => {
  const { full } = await newUser();
  const change = { name: ' Ada ', time_zone: 'Asia/Kathmandu', week_start: 'sunday', theme: 'dark' };
  const first = await call('PATCH', full, change);
  expect(first.body.settings).toMatchObject({ ...change, name: 'Ada', mails: ALL_MAILS });
  const second = await call('PUT', full, { theme: 'light' });
  expect(second.body.settings).toEqual({ ...first.body.settings, theme: 'light' });
  expect((await call('GET', full)).body).toEqual(second.body);
});

test('a mail that is switched off stays off until it is switched on, and others are not touched', async () => {
  const { id, full } = await newUser();
  await call('PATCH', full, { mails: { monitor_up: false, content_issues: false } });
  const { body } = await call('PATCH', full, { mails: { content_issues: true } });
  expect(body.settings.mails).toEqual({ ...ALL_MAILS, monitor_up: false });
  const { notifications } = server().services.mail;
  expect(notifications.isSubscribed({ userId: id, kind: 'monitor_up' })).toBe(false);
  notifications.setSubscribed({ userId: id, kind: 'monitor_up' }, true);
  expect((await call('GET', full)).body.settings.mails).toEqual(ALL_MAILS);
});

test('the zone that is chosen is the one of reports', async () => {
  const { full } = await newUser();
  const site = await server().given.site({}, full);
  await call('PATCH', full, { time_zone: 'Pacific/Auckland' });
  const { body } = await server().api('GET', `/sites/${site.id}/hits?time_zone=user`, { key: full });
  // 13 hours ahead: noon in UTC is the next day there.
  expect(body.filters.end_date).toBe('2026-03-11');
});

test('what is read-only is not changed, and neither is anything by a read-only key', async () => {
  const { email, full, readOnly } = await newUser('pro');
  const forged = { email: 'other@example.org', is_operator: true, plan: 'ultra', trial_ends_at: null, id: 1 };
  expect((await call('PATCH', full, forged)).status).toBe(422);
  const { body } = await call('PATCH', full, { ...forged, theme: 'dark' });
  expect(body.settings).toMatchObject({ email, is_operator: false, plan: 'pro', theme: 'dark' });
  expect((await call('PATCH', readOnly, { theme: 'light' })).status).toBe(403);
});

test('a plan is not needed', async () => {
  const { full } = await newUser('none');
  expect((await call('PATCH', full, { theme: 'dark' })).body.settings).toMatchObject({
    plan: 'none',
    theme: 'dark',
  });
});

test('a session reads and writes them from pages of this server', async () => {
  const browser = openBrowser(server());
  await browser.signIn();
  expect((await browser.api('GET', '/me/settings')).body.settings.email).toBe(server().owner.email);
  expect((await browser.api('PATCH', '/me/settings', { theme: 'dark' })).status).toBe(200);
});

const REFUSED = {
  name: ['', '  ', 'x'.repeat(201), 'a\u0000b', 'a\nb', '\u0085', '\ud800', 7, null, [], {}],
  time_zone: ['', 'Europe/Atlantis', 'x'.repeat(70_000), '\u0000', '__proto__', '<b>', 1, null, ['UTC']],
  week_start: ['tuesday', '', 'Monday', 0, null],
  theme: ['blue', '', 'toString', true, null],
  mails: ['all', true, null, [], 7],
  'mails.monitor_down': ['no', 0, null, {}],
};
const CASES = Object.entries(REFUSED).flatMap(([field, values]) =>
  values.map((value: unknown) => [field, value] as const),
);

test.each(CASES)('%s: %p is 422 and named', async (field, value) => {
  const [outer = '', inner] = field.split('.');
  const body = { [outer]: inner ? { [inner]: value } : value };
  expect(await call('PATCH', server().owner.full, body)).toEqual(refusedStarting(422, `${field} must be `));
});

test('names of HTML and of prototypes are only names, and unknown mails are no mails', async () => {
  const { full } = await newUser();
  for (const name of ['<script>alert(1)</script>', '__proto__', '💩'.repeat(200), 'x'.repeat(200)]) {
    const { status, body } = await call('PATCH', full, { name });
    expect([status, body.settings.name]).toEqual([200, name]);
  }
  const { body } = await call(
    'PATCH',
    full,
    '{"mails":{"__proto__":{"monitor_up":false},"toString":false,"password_reset":false,"x":1}}',
  );
  expect(body.settings.mails).toEqual(ALL_MAILS);
});

test('a body without any of the fields lists them in its error', async () => {
  for (const body of [{}, { colour: 'red' }])
    expect((await call('PATCH', server().owner.full, body)).body.error).toBe(
      'at least one of name, time_zone, week_start, theme, mails must be present',
    );
});
