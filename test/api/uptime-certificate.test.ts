/** Certificates of monitored sites, from the same connection as the check. Source: decisions, section 7. */
import { expect, test } from 'bun:test';
import { startRelay } from '../support/smtp-server.ts';
import {
  checkNow,
  mailThrough,
  startSite,
  startWatching,
  subjectsOf,
  uptimeOf,
  watchedSite,
  watchFor,
} from '../support/uptime.ts';

const QUICK = { FOOTFALL_UPTIME_CONFIRM: '1' };

test('a trusted certificate is valid, with its expiry', async () => {
  await using site = await startSite('valid');
  await using server = await startWatching();
  const watched = await watchedSite(server, `https://valid.test:${site.port}`);
  expect((await uptimeOf(server, watched)).monitor.ssl).toBeNull();
  await checkNow(server);
  expect((await uptimeOf(server, watched)).monitor).toMatchObject({
    is_down: false,
    ssl: {
      expires_at: '2120-01-01T00:00:00.000Z',
      valid: true,
      expiring_soon: false,
      expired: false,
      days_until_expiry: 34_263,
    },
  });
});

test.each([
  ['expired', 'expired.test', 'has expired', { expired: true, valid: false, expiring_soon: false }],
  ['self-signed', 'self.test', 'is self-signed', { expired: false, valid: false }],
  ['valid', 'other.test', 'is for another name', { expired: false, valid: false }],
] as const)(
  'a site whose certificate does not hold (%s, %s) is down: it %s',
  async (kind, host, why, ssl) => {
    await using site = await startSite(kind);
    await using server = await startWatching({ settings: QUICK });
    const watched = await watchedSite(server, `https://${host}:${site.port}`);
    await checkNow(server);
    expect((await uptimeOf(server, watched)).monitor).toMatchObject({
      is_down: true,
      last_status_code: null,
      last_error_message: `the certificate of ${host} ${why}`,
      ssl,
    });
    expect(site.requests).toEqual([]);
  },
);

test('the certificate of a redirect target is not the site’s', async () => {
  await using elsewhere = await startSite('valid');
  await using site = await startSite('valid');
  site.answers((_, response) =>
    response.writeHead(302, { location: `https://127.0.0.1:${elsewhere.port}/` }).end(),
  );
  await using plain = await startSite();
  plain.answers((_, response) =>
    response.writeHead(302, { location: `https://valid.test:${elsewhere.port}/` }).end(),
  );
  await using server = await startWatching();
  const secure = await watchedSite(server, `https://valid.test:${site.port}`);
  const open = await watchedSite(server, `http://127.0.0.1:${plain.port}`);
  await checkNow(server);
  expect((await uptimeOf(server, secure)).monitor.ssl).toMatchObject({ valid: true });
  expect((await uptimeOf(server, open)).monitor).toMatchObject({ is_down: false, ssl: null });
});

test('a certificate is kept while the site cannot be reached, and dropped with its host name', async () => {
  const site = await startSite('valid');
  await using server = await startWatching({ settings: QUICK });
  const watched = await watchedSite(server, `https://valid.test:${site.port}`);
  await checkNow(server);
  await site[Symbol.asyncDispose]();
  await watchFor(server, 70, 5);
  expect((await uptimeOf(server, watched)).monitor).toMatchObject({ is_down: true, ssl: { valid: true } });
  await server.api('PATCH', `/sites/${watched.id}`, { body: { url: 'https://nowhere.test' } });
  await watchFor(server, 70, 5);
  expect((await uptimeOf(server, watched)).monitor).toMatchObject({ is_down: true, ssl: null });
});

test('the owner is notified 21, 14, 7, 3 and 1 days before the expiry, once each', async () => {
  await using site = await startSite('valid');
  await using relay = await startRelay();
  await using server = await startWatching({ settings: mailThrough(relay) });
  server.clock.set('2119-11-25T12:00:00Z');
  const watched = await watchedSite(server, `https://valid.test:${site.port}`);
  await checkNow(server);
  await watchFor(server, 36 * 86_400, 6 * 3600);
  await server.job('mail.send');
  const days = ['21 days', '14 days', '7 days', '3 days', '1 day'];
  expect(subjectsOf(relay).sort()).toEqual(
    days.map(left => `The certificate of valid.test expires in ${left}`).sort(),
  );
  expect((await uptimeOf(server, watched)).monitor.ssl).toMatchObject({
    expiring_soon: true,
    days_until_expiry: 0,
  });
});
