/** `POST /me/mails/test`: a test of the alerts, sent at once. */
import { expect, test } from 'bun:test';
import { refused } from '../support/refused.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startRelay } from '../support/smtp-server.ts';
import { mailThrough, subjectsOf } from '../support/uptime.ts';

const testMail = (server: TestServer, key?: string) =>
  server.api('POST', '/me/mails/test', key === undefined ? {} : { key });

test('it is mailed to the user who asks, ten times an hour', async () => {
  await using relay = await startRelay();
  await using server = await startTestServer({ settings: mailThrough(relay) });
  expect((await server.get('/me/settings')).settings.is_mailed).toBe(true);
  const sent = { to: 'owner@example.org', status: 'sent', error: null };
  for (let turn = 0; turn < 10; turn++) expect((await testMail(server)).body).toEqual({ mail: sent });
  expect(subjectsOf(relay)).toEqual(Array.from({ length: 10 }, () => 'Test alert from Footfall'));
  expect(await testMail(server)).toEqual(
    refused(429, 'at most 10 tests an hour can be sent: try again in 3600 seconds'),
  );
  server.clock.advance({ hours: 1 });
  expect((await testMail(server)).status).toBe(200);
});

test('a refusal of the relay is answered at once; only the operator sees its reason', async () => {
  await using relay = await startRelay();
  await using server = await startTestServer({ settings: mailThrough(relay) });
  relay.answers = line => (line.startsWith('RCPT') ? '550 no such mailbox at mx7.internal' : undefined);
  const { mail } = (await testMail(server)).body;
  expect(mail.status).toBe('failed');
  expect(mail.error).toContain('550 no such mailbox at mx7.internal');
  const other = await server.given.user('other@example.org');
  const seen = (await testMail(server, other.full)).body.mail;
  expect(seen).toMatchObject({ to: 'other@example.org', status: 'failed' });
  expect(seen.error).not.toContain('mx7');
});

test('without a relay it is 422, and a read-only key may not', async () => {
  await using server = await startTestServer();
  expect(await testMail(server)).toEqual(
    refused(422, 'this server sends no mail: its operator sets FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM'),
  );
  const user = await server.given.user('reader@example.org');
  expect((await testMail(server, user.readOnly)).status).toBe(403);
});
