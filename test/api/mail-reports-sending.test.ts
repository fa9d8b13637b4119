/** When reports are mailed, to whom, and that each comes once. */
import { expect, test } from 'bun:test';
import { aReport, reportAt, startReported, startReportingServer, stopLinkOf } from '../support/reporting.ts';
import { startTestServer } from '../support/server.ts';
import { aMember } from '../support/shared-server.ts';
import { startRelay } from '../support/smtp-server.ts';
import { subjectsOf } from '../support/uptime.ts';

/** 07:00 in UTC of the first Monday after tests begin, and of the next month. */
const MONDAY = '2026-03-16T07:00:00Z';
const APRIL = '2026-04-01T07:00:00Z';
/** How a relay answers that takes no mail. */
const SILENT = (line: string) => (line === 'connect' ? '421 not now' : undefined);
const SUBJECT = 'shop.example, week of 9–15 March: no pageviews';

test('a report comes at 07:00 of the first day of the week or month, and once', async () => {
  await using reported = await startReported();
  const { relay, server, id } = reported;
  await aReport(server, id, { every: 'month' });
  await reportAt(server, '2026-03-16T06:59:59Z');
  expect(relay.mails).toHaveLength(0);
  for (const instant of [MONDAY, '2026-03-16T07:05:00Z', '2026-03-17T07:00:00Z'])
    await reportAt(server, instant);
  expect(subjectsOf(relay)).toEqual([SUBJECT]);
  const [weekly, monthly] = (await server.get('/me/reports')).reports;
  expect([weekly.last_sent_at, weekly.next_at]).toEqual([
    '2026-03-16T07:00:00.000Z',
    '2026-03-23T07:00:00.000Z',
  ]);
  expect(monthly.last_sent_at).toBeNull();
  await reportAt(server, APRIL);
  expect(subjectsOf(relay).at(-1)).toBe('shop.example, March 2026: no pageviews');
});

test('each reader’s own morning counts, also by the half hour and on the day that clocks change', async () => {
  await using relay = await startRelay();
  await using server = await startReportingServer(relay, { at: '2026-03-24T12:00:00Z' });
  for (const [zone, due] of [
    ['Asia/Kolkata', '2026-03-30T01:30:00Z'],
    ['Europe/Berlin', '2026-03-30T05:00:00Z'],
    ['America/St_Johns', '2026-03-30T09:30:00Z'],
  ] as const) {
    server.clock.set('2026-03-24T12:00:00Z');
    const user = await server.given.user(`${zone.replace('/', '-').toLowerCase()}@example.org`, 'pro', zone);
    const { id } = await server.given.site({}, user.full);
    await aReport(server, id, { key: user.full });
    const before = relay.mails.length;
    await reportAt(server, new Date(Date.parse(due) - 1).toISOString());
    expect([zone, relay.mails.length - before]).toEqual([zone, 0]);
    await reportAt(server, due);
    expect([zone, relay.mails.at(-1)?.readers, relay.mails.length - before]).toEqual([zone, [user.email], 1]);
  }
});

test('after a time of being down the last one is made up for, for two days', async () => {
  await using reported = await startReported();
  const { relay, restart } = reported;
  await using second = await restart();
  await reportAt(second, '2026-03-25T06:59:00Z');
  expect(subjectsOf(relay)).toEqual(['shop.example, week of 16–22 March: no pageviews']);
  await reportAt(second, '2026-04-01T07:01:00Z');
  expect(relay.mails).toHaveLength(1);
});

test('one that was chosen after the hour has missed nothing', async () => {
  await using relay = await startRelay();
  await using server = await startReportingServer(relay, { at: '2026-03-16T07:00:01Z' });
  await aReport(server, (await server.given.site()).id);
  await reportAt(server, '2026-03-16T12:00:00Z');
  expect(relay.mails).toHaveLength(0);
});

test('after a change of time zone or week start no days are reported twice', async () => {
  await using reported = await startReported();
  const { relay, server } = reported;
  await server.patch('/me/settings', { week_start: 'sunday' });
  await reportAt(server, '2026-03-15T12:00:00Z');
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
    await server.patch('/me/settings', { time_zone, week_start: 'monday' });
    await reportAt(server, '2026-03-16T20:00:00Z');
  }
  expect(subjectsOf(relay)).toEqual(['shop.example, week of 8–14 March: no pageviews']);
});

test('two runs at once mail it once', async () => {
  await using reported = await startReported();
  const { relay, server } = reported;
  server.clock.set(MONDAY);
  const { service: mailReports } = server.services.mailReports;
  const { signal } = new AbortController();
  await Promise.all([1, 2, 3].map(() => mailReports.sendDue(server.clock.now(), signal)));
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(1);
});

test('a user without access is not mailed: neither due reports nor those in the outbox', async () => {
  await using relay = await startRelay();
  await using server = await startReportingServer(relay);
  const { accounts } = server.services.access;
  const site = await server.given.site();
  const member = await aMember(server, 'viewer');
  const other = await server.given.user('other@example.org', 'pro');
  const lapsed = await server.given.site({}, other.full);
  const deleted = await server.given.site();
  await aReport(server, site.id, { key: member.full });
  await aReport(server, lapsed.id, { key: other.full });
  await aReport(server, deleted.id);
  const takeAway = async () => {
    accounts.removeMember(server.owner.id, member.id);
    await server.setUser(other.email, { plan: 'none' });
    await server.api('DELETE', `/sites/${deleted.id}`);
  };
  relay.answers = SILENT;
  await reportAt(server, MONDAY);
  await takeAway();
  relay.answers = () => undefined;
  await reportAt(server, '2026-03-16T08:00:00Z');
  await reportAt(server, '2026-03-23T07:00:00Z');
  expect(relay.mails).toHaveLength(0);
});

test('a member of a team is mailed about its site, with links into the team’s pages', async () => {
  await using relay = await startRelay();
  await using server = await startReportingServer(relay);
  const site = await server.given.site();
  const member = await aMember(server, 'viewer');
  await aReport(server, site.id, { key: member.full });
  await reportAt(server, MONDAY);
  const [mail] = relay.mails;
  expect(mail?.readers).toEqual([member.email]);
  expect(mail?.text).toContain(
    `${server.url}/team/${server.owner.id}/sites/${site.id}?from=2026-03-09&to=2026-03-15`,
  );
});

test('while no mail relay is set nothing is written, and what is still fresh comes once there is one', async () => {
  await using relay = await startRelay();
  await using first = await startTestServer();
  const { data, clock } = first;
  await aReport(first, (await first.given.site()).id);
  await reportAt(first, MONDAY);
  await first.stop();
  await using second = await startReportingServer(relay, { data, clock });
  await reportAt(second, '2026-03-16T09:00:00Z');
  expect(subjectsOf(relay)).toEqual([SUBJECT]);
});

test('a test mail is sent at once without changing the schedule, at most ten an hour', async () => {
  await using reported = await startReported();
  const { relay, server, report } = reported;
  const ask = () => server.api('POST', `/me/reports/${report.id}/test`);
  const { status, body } = await ask();
  expect([status, body]).toEqual([202, { status: 'queued', report }]);
  await server.job('mail.send');
  expect(subjectsOf(relay)).toEqual(['shop.example, week of 2–8 March: no pageviews']);
  for (let turn = 0; turn < 9; turn++) await ask();
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  expect(refused.body.error).toContain('at most 10 reports an hour');
  await server.job('mail.send');
  await reportAt(server, MONDAY);
  expect(subjectsOf(relay).slice(10)).toEqual([SUBJECT]);
  expect((await ask()).status).toBe(202);
});

test('the link in it needs no signing in; opening it changes nothing, and its button stops that report alone', async () => {
  await using relay = await startRelay();
  await using server = await startReportingServer(relay);
  const { id } = await server.given.site({ label: '<b>Shop</b>' });
  await aReport(server, id, { every: 'month' });
  await aReport(server, id);
  await reportAt(server, MONDAY);
  const link = stopLinkOf(relay);
  expect(link).toStartWith(`${server.url}/unsubscribe/report/`);
  const [mail] = relay.mails;
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(`href="${link}"`);
  const reports = async () =>
    (await server.get('/me/reports')).reports.map(({ every }: { every: string }) => every);
  const page = await fetch(link);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('You receive the weekly report for &lt;b&gt;Shop&lt;/b&gt;.');
  expect(await reports()).toEqual(['month', 'week']);
  for (let turn = 0; turn < 2; turn++) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const stopped = await fetch(link, { method: 'POST', body });
    expect([stopped.status, await stopped.text()]).toEqual([
      200,
      expect.stringContaining('You’ve unsubscribed'),
    ]);
    expect(await reports()).toEqual(['month']);
  }
  expect(await (await fetch(link)).text()).toContain('You’ve unsubscribed');
});

test('the link of a report does not stop another that has got its id since', async () => {
  await using server = await startTestServer();
  const { id, created_at: madeAt } = await aReport(server, (await server.given.site()).id);
  const earlier = { id, createdAt: new Date(Date.parse(madeAt) - 1) };
  const link = `${server.url}/unsubscribe/report/${server.services.mailReports.tokens.create(earlier)}`;
  for (const method of ['GET', 'POST'])
    expect(await (await fetch(link, { method })).text()).toContain('You’ve unsubscribed');
  expect((await server.get('/me/reports')).reports).toHaveLength(1);
});

test('stopping a report drops its mails in the outbox', async () => {
  await using reported = await startReported();
  const { relay, server, report } = reported;
  relay.answers = SILENT;
  await reportAt(server, MONDAY);
  await server.api('DELETE', `/me/reports/${report.id}`);
  relay.answers = () => undefined;
  await reportAt(server, '2026-03-16T09:00:00Z');
  expect(relay.mails).toHaveLength(0);
  expect(server.services.mail.outbox.getStatus().waiting).toBe(0);
});

test('a changed, cut, foreign or hostile link is 404 and stops nothing', async () => {
  await using server = await startTestServer();
  const site = await server.given.site();
  const [{ id, created_at: madeAt }, { id: other }] = [
    await aReport(server, site.id),
    await aReport(server, site.id, { every: 'month' }),
  ];
  const good = server.services.mailReports.tokens.create({ id, createdAt: new Date(madeAt) });
  const notificationToken = server.services.mail.unsubscribeTokens.create({
    userId: server.owner.id,
    kind: 'monitor_up',
  });
  const changed = [good.slice(0, -1), `${good}x`, good.replace(/^\d+/, String(other)), `0${good}`];
  const texts = ['%00', '%ff', 'a'.repeat(5000), '%F0%9F%92%A9', '__proto__.x'];
  const open = (token: string, init: RequestInit) => fetch(`${server.url}/unsubscribe/report/${token}`, init);
  for (const token of [...changed, notificationToken, ...texts])
    for (const method of ['GET', 'POST'])
      expect([token, method, (await open(token, { method })).status]).toEqual([token, method, 404]);
  const long = await open(good, { method: 'POST', body: 'x'.repeat(5000) });
  expect(long.status).toBe(413);
  expect((await server.get('/me/reports')).reports).toHaveLength(2);
});

/** Lets hours go by in steps of ten minutes, with the jobs of each. */
async function reportFor(server: Parameters<typeof reportAt>[0], from: string, hours: number) {
  for (let minutes = 0; minutes <= hours * 60; minutes += 10)
    await reportAt(server, new Date(Date.parse(from) + minutes * 60_000).toISOString());
}

test('after a day without a relay a report is sent exactly once', async () => {
  await using reported = await startReported();
  const { relay, server } = reported;
  relay.answers = SILENT;
  await reportFor(server, MONDAY, 24);
  relay.answers = () => undefined;
  await reportFor(server, '2026-03-17T07:10:00Z', 30);
  expect(subjectsOf(relay)).toEqual([SUBJECT]);
});

test('one that has waited for longer than two days is not sent any more', async () => {
  await using reported = await startReported();
  const { relay, server, restart } = reported;
  relay.answers = SILENT;
  await reportAt(server, MONDAY);
  await server.stop();
  relay.answers = () => undefined;
  server.clock.set('2026-04-23T12:00:00Z');
  await using second = await restart();
  await reportAt(second, '2026-04-23T12:05:00Z');
  expect([relay.mails.length, second.services.mail.outbox.getStatus().waiting]).toEqual([0, 0]);
});

test('a clock that ran years ahead costs one report, not the years', async () => {
  await using reported = await startReported();
  const { relay, server, id } = reported;
  await reportAt(server, MONDAY);
  await reportAt(server, '2030-03-18T07:00:00Z');
  await aReport(server, id, { every: 'month' });
  await reportAt(server, '2026-03-17T07:00:00Z');
  const [weekly] = (await server.get('/me/reports')).reports;
  expect([weekly.last_sent_at, weekly.next_at]).toEqual([null, '2026-03-23T07:00:00.000Z']);
  for (const instant of ['2026-03-23T07:00:00Z', APRIL]) await reportAt(server, instant);
  expect(subjectsOf(relay)).toEqual([
    SUBJECT,
    'shop.example, week of 11–17 March: no pageviews',
    'shop.example, week of 16–22 March: no pageviews',
    'shop.example, week of 23–29 March: no pageviews',
    'shop.example, March 2026: no pageviews',
  ]);
});

test('when the next one is announced, it comes', async () => {
  await using reported = await startReported();
  const { relay, server } = reported;
  await server.patch('/me/settings', { week_start: 'sunday' });
  await reportAt(server, '2026-03-15T07:00:00Z');
  await server.patch('/me/settings', { week_start: 'monday' });
  const [{ next_at }] = (await server.get('/me/reports')).reports;
  expect(next_at).toBe('2026-03-23T07:00:00.000Z');
  await reportAt(server, '2026-03-22T12:00:00Z');
  expect(relay.mails).toHaveLength(1);
  await reportAt(server, next_at);
  expect(relay.mails).toHaveLength(2);
});

test('one that rests, since its reader cannot read the site at present, is not called stopped, and can be', async () => {
  await using reported = await startReported({ label: 'Secret' });
  const { relay, server } = reported;
  const setPlan = (plan: 'none' | 'ultra') => server.setUser(server.owner.email, { plan });
  await reportAt(server, MONDAY);
  const link = stopLinkOf(relay);
  await setPlan('none');
  const page = await (await fetch(link)).text();
  expect(page).toContain('This weekly report is paused');
  expect(page).toContain('<button>Unsubscribe</button>');
  expect(page).not.toContain('Secret');
  expect(await (await fetch(link, { method: 'POST' })).text()).toContain('You’ve unsubscribed');
  await setPlan('ultra');
  expect((await server.get('/me/reports')).reports).toEqual([]);
});
