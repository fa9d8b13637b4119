/** Certificates of monitored sites, from the same connection as the check. Source: decisions, section 7. */
import { expect, test } from 'bun:test';
import { share } from '../support/share.ts';
import { startRelay } from '../support/smtp-server.ts';
import {
  checkNow,
  mailThrough,
  startShop,
  startSite,
  startWatching,
  subjectsOf,
  watchFor,
} from '../support/uptime.ts';

const server = share(() => startWatching({ settings: { FOOTFALL_UPTIME_CONFIRM: '1' } }));

test('a trusted certificate is valid, with its expiry', async () => {
  await using site = await startShop(server(), { certificate: 'valid', host: 'valid.test' });
  expect((await site.uptime()).monitor.ssl).toBeNull();
  await checkNow(server());
  expect((await site.uptime()).monitor).toMatchObject({
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
  async (certificate, host, why, ssl) => {
    await using site = await startShop(server(), { certificate, host });
    await checkNow(server());
    expect((await site.uptime()).monitor).toMatchObject({
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
  await using secure = await startShop(server(), { certificate: 'valid', host: 'valid.test' });
  secure.answers((_, response) =>
    response.writeHead(302, { location: `https://127.0.0.1:${elsewhere.port}/` }).end(),
  );
  await using plain = await startShop(server(), { host: '127.0.0.1' });
  plain.answers((_, response) =>
    response.writeHead(302, { location: `https://valid.test:${elsewhere.port}/` }).end(),
  );
  await checkNow(server());
  expect((await secure.uptime()).monitor.ssl).toMatchObject({ valid: true });
  expect((await plain.uptime()).monitor).toMatchObject({ is_down: false, ssl: null });
});

test('a certificate is kept while the site cannot be reached, and dropped with its host name', async () => {
  await using site = await startShop(server(), { certificate: 'valid', host: 'valid.test' });
  await checkNow(server());
  await site.stop();
  await watchFor(server(), 70, 5);
  expect((await site.uptime()).monitor).toMatchObject({ is_down: true, ssl: { valid: true } });
  await server().patch(`/sites/${site.id}`, { url: 'https://nowhere.test' });
  await watchFor(server(), 70, 5);
  expect((await site.uptime()).monitor).toMatchObject({ is_down: true, ssl: null });
});

test('the owner is notified 21, 14, 7, 3 and 1 days before the expiry, once each', async () => {
  await using relay = await startRelay();
  await using mailing = await startWatching({ settings: mailThrough(relay) });
  mailing.clock.set('2119-11-25T12:00:00Z');
  await using site = await startShop(mailing, { certificate: 'valid', host: 'valid.test' });
  await checkNow(mailing);
  await watchFor(mailing, 36 * 86_400, 6 * 3600);
  await mailing.job('mail.send');
  const days = ['21 days', '14 days', '7 days', '3 days', '1 day'];
  expect(subjectsOf(relay).sort()).toEqual(
    days.map(left => `The certificate of valid.test expires in ${left}`).sort(),
  );
  expect((await site.uptime()).monitor.ssl).toMatchObject({ expiring_soon: true, days_until_expiry: 0 });
});
