/** Notification channels: their settings, the request of each kind, and failures. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { startLoopbackServer } from '../support/loopback-servers.ts';
import { deliver, signatureOf, startPublishingServer, startReceiver } from '../support/receiver.ts';
import { refused, refusedWith } from '../support/refused.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { startRelay } from '../support/smtp-server.ts';
import { until } from '../support/until.ts';
import { mailThrough, subjectsOf } from '../support/uptime.ts';

const BOT_TOKEN = `12345:${'A'.repeat(35)}`;
const KEY = 'k'.repeat(30);

const shared = share(startPublishingServer);

const create = (server: TestServer, body: Record<string, unknown>) =>
  server.post('/notification_channels', body);

async function aChannel(server: TestServer, body: Record<string, unknown>) {
  const answer = await create(server, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.notification_channel;
}

const sendTest = async (server: TestServer, { id }: { readonly id: number }) =>
  (await server.api('POST', `/notification_channels/${id}/test`)).body.delivery;

const TEXT = 'This is a test. Alerts arrive here.';
const TITLE = 'Test of a notification channel';
const PLAIN = expect.stringMatching(
  /^Test of a notification channel\nThis is a test\. Alerts arrive here\.\nhttp/,
);

interface Expected {
  /** Settings beside the address, which is that of the receiver. */
  readonly settings?: Record<string, string>;
  /** Settings that are shown beside the address; without them it is a secret, of which the server is shown. */
  readonly shown?: Record<string, string>;
  readonly path: string | RegExp;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

const inTeams = (text: string) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] });

/** The request of each kind over HTTP. */
const REQUESTS: Readonly<Record<string, Expected>> = {
  webhook: {
    path: '/in/s3cret',
    headers: { 'x-footfall-event': 'test' },
    body: { event: 'test', message: TEXT, alert: null, is_downtime: false, title: TITLE, details: [TEXT] },
  },
  slack: { path: '/in/s3cret', body: { text: TITLE } },
  discord: {
    path: '/in/s3cret',
    body: { content: expect.stringContaining(`**${TITLE}**`), allowed_mentions: { parse: [] } },
  },
  telegram: {
    settings: { bot_token: BOT_TOKEN, chat_id: '-1001' },
    ...{ path: `/in/bot${BOT_TOKEN}/sendMessage`, body: { chat_id: '-1001', text: PLAIN } },
    shown: { chat_id: '-1001' },
  },
  ntfy: {
    settings: { topic: 'shop-4f9a', token: 'tk_secret' },
    path: '/in/',
    headers: { authorization: 'Bearer tk_secret' },
    body: { topic: 'shop-4f9a', title: TITLE, message: TEXT, priority: 3 },
    shown: {},
  },
  teams: {
    path: '/in/s3cret',
    body: {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', body: [TITLE, TEXT].map(inTeams) },
        },
      ],
    },
  },
  gotify: {
    settings: { token: 'Agotify' },
    path: '/in/message',
    headers: { 'x-gotify-key': 'Agotify' },
    body: { title: TITLE, message: TEXT, priority: 5 },
    shown: {},
  },
  pushover: {
    settings: { user_key: KEY, token: 't'.repeat(30) },
    path: '/in/1/messages.json',
    body: { user: KEY, token: 't'.repeat(30), title: TITLE, message: TEXT, priority: 0 },
    shown: {},
  },
  matrix: {
    settings: { room_id: '!abc:example.org', token: 'syt_secret' },
    path: /^\/in\/_matrix\/client\/v3\/rooms\/!abc%3Aexample\.org\/send\/m\.room\.message\/footfall-\d+$/,
    method: 'PUT',
    headers: { authorization: 'Bearer syt_secret' },
    body: { msgtype: 'm.text', body: PLAIN },
    shown: { room_id: '!abc:example.org' },
  },
};

test('each kind is sent the request that its service takes, and shows no secret', async () => {
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  await server.given.site();
  for (const [kind, expected] of Object.entries(REQUESTS)) {
    const url = expected.shown ? receiver.url : `${receiver.url}/s3cret`;
    const channel = await aChannel(server, { kind, settings: { url, ...expected.settings } });
    const shown = expected.shown ? { url, ...expected.shown } : { url: `${new URL(url).origin}/…` };
    expect([kind, channel.settings]).toEqual([kind, shown]);
    const delivered = { event: 'test', status: 'delivered', last_status_code: 200 };
    expect([kind, await sendTest(server, channel)]).toMatchObject([kind, delivered]);
    const sent = receiver.received.at(-1);
    const { method = 'POST', headers = {}, body, path } = expected;
    expect([kind, sent]).toMatchObject([kind, { method, headers, body }]);
    expect(sent?.path).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
  }
  const all = JSON.stringify(await server.get('/notification_channels'));
  for (const secret of ['s3cret', BOT_TOKEN, 'tk_secret', 'shop-4f9a', 'Agotify', KEY, 'syt_secret'])
    expect(all).not.toContain(secret);
  expect((await server.get('/webhooks')).webhooks).toEqual([]);
  const [first] = (await server.get('/notification_channels')).notification_channels;
  expect((await server.api('GET', `/webhooks/${first.id}`)).status).toBe(404);
});

test('a channel of kind webhook is signed with a secret that is shown once', async () => {
  const server = shared();
  await using receiver = await startReceiver();
  const { body } = await create(server, { kind: 'webhook', settings: { url: receiver.url } });
  expect(body.signing_secret).toStartWith('whsec_');
  await sendTest(server, body.notification_channel);
  const [sent] = receiver.received;
  expect(sent?.headers['x-signature']).toBe(signatureOf(sent?.text ?? '', body.signing_secret));
});

test('mail goes to members of the account alone, through the outbox', async () => {
  await using relay = await startRelay();
  await using server = await startTestServer({ settings: mailThrough(relay) });
  const { email } = server.owner;
  const stranger = await create(server, { kind: 'mail', settings: { email: 'stranger@example.org' } });
  expect(stranger).toEqual(
    refused(422, 'settings.email must be the address of the owner or a member of the account'),
  );
  const channel = await aChannel(server, { kind: 'mail', settings: { email } });
  expect(await sendTest(server, channel)).toMatchObject({ status: 'delivered' });
  await server.job('mail.send');
  await until(() => relay.mails.length > 0);
  expect(subjectsOf(relay)).toEqual([TITLE]);
  await server.patch('/me/settings', { mails: { alert: false } });
  const last_error = 'the recipient has unsubscribed from alerts';
  expect(await sendTest(server, channel)).toMatchObject({ status: 'failed', last_error });
});

test('settings that are not valid are named with what is allowed', async () => {
  await using server = await startTestServer();
  const ntfy = { kind: 'ntfy', settings: { topic: 'a' } };
  const cases: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ kind: 'slack', settings: {} }, 'settings.url is missing for slack'],
    [{ kind: 'slack', settings: { url: 'http://10.0.0.1/x' } }, 'settings.url must be a public http'],
    [{ kind: 'gotify', settings: { url: 'https://127.0.0.1', token: 'x' } }, 'settings.url must be a public'],
    [{ kind: 'teams', settings: { url: 'ftp://x.example/' } }, 'settings.url must be a public http'],
    [{ kind: 'telegram', settings: { bot_token: 'wrong', chat_id: '1' } }, 'settings.bot_token must be the'],
    [{ kind: 'telegram', settings: { bot_token: BOT_TOKEN, chat_id: 'me' } }, 'settings.chat_id must be the'],
    [{ kind: 'ntfy', settings: { topic: 'a b' } }, 'settings.topic must be 1 to 64 letters'],
    [{ kind: 'ntfy', settings: { topic: 'a', token: 'ü' } }, 'settings.token must be 1 to 500 visible'],
    [{ kind: 'pushover', settings: { user_key: 'u', token: KEY } }, 'settings.user_key must be 30 letters'],
    [{ kind: 'ntfy', settings: { topic: 'a', chat_id: '1' } }, 'settings.chat_id is no field of ntfy'],
    [{ kind: 'ntfy', settings: { topic: 'a', constructor: '1' } }, 'settings.constructor is no field of'],
    [{ kind: 'mail', settings: { email: 'a@b.example' } }, 'this server sends no mail'],
    [{ kind: 'fax', settings: {} }, 'kind must be one of mail, webhook'],
    [{ ...ntfy, quiet_hours: { from: '25:00', until: '07:00' } }, 'quiet_hours'],
    [
      { ...ntfy, quiet_hours: { from: '07:00', until: '07:00' } },
      'quiet_hours.until must differ from quiet_hours.from',
    ],
  ];
  for (const [body, message] of cases)
    expect([body, await create(server, body)]).toEqual([body, refusedWith(422, message)]);
});

test('a refusal is shown without the secret that it quotes, and its Retry-After is kept to', async () => {
  const server = shared();
  await using receiver = await startReceiver();
  const settings = { url: receiver.url, bot_token: BOT_TOKEN, chat_id: '1' };
  const telegram = await aChannel(server, { kind: 'telegram', settings });
  receiver.answers(401, {}, `{"ok":false,"description":"Unauthorized: ${BOT_TOKEN}"}`);
  expect(await sendTest(server, telegram)).toMatchObject({
    ...{ status: 'failed', last_status_code: 401 },
    last_error: 'the target answered 401: {"ok":false,"description":"Unauthorized: …"}',
  });
});

test('a refusal is shown without the secret address that it quotes a part of', async () => {
  const server = shared();
  await using receiver = await startReceiver();
  const path = '/api/webhooks/123/SECRETPATHTOKEN-of-some-length';
  const discord = await aChannel(server, { kind: 'discord', settings: { url: `${receiver.url}${path}` } });
  for (const quoted of [path, path.split('/').at(-1)]) {
    receiver.answers(404, {}, `${'x'.repeat(480)} Cannot POST ${quoted}`);
    expect((await sendTest(server, discord)).last_error).not.toContain('SECRET');
  }
});

test('an address that leads to another server takes no secret along that is not sent again', async () => {
  const server = shared();
  await using receiver = await startReceiver();
  await using stranger = await startReceiver();
  const settings = { url: receiver.url, token: 'the-owners' };
  const channel = await aChannel(server, { kind: 'gotify', settings });
  const change = (settings: object) => server.patch(`/notification_channels/${channel.id}`, { settings });
  expect(await change({ url: stranger.url })).toEqual(
    refused(422, 'settings.token must be sent again, since settings.url leads to another server'),
  );
  expect((await change({ url: `${receiver.url}/behind/a/path` })).status).toBe(200);
  expect((await change({ url: stranger.url, token: 'another' })).status).toBe(200);
});

test('a change keeps the settings that it does not name', async () => {
  const server = shared();
  await using receiver = await startReceiver();
  const settings = { url: receiver.url, token: 'Aone' };
  const { id } = await aChannel(server, { kind: 'gotify', name: 'Old', settings });
  const quiet_hours = { from: '22:00', until: '07:00' };
  const changed = await server.patch(`/notification_channels/${id}`, { name: 'Phone', quiet_hours });
  const kept = { name: 'Phone', quiet_hours: { ...quiet_hours, except_downs: false } };
  expect(changed.body.notification_channel).toMatchObject(kept);
  await sendTest(server, { id });
  await server.patch(`/notification_channels/${id}`, { settings: { token: 'Atwo' } });
  await sendTest(server, { id });
  expect(receiver.received.map(({ headers }) => headers['x-gotify-key'])).toEqual(['Aone', 'Atwo']);
  expect((await server.api('DELETE', `/notification_channels/${id}`)).status).toBe(204);
  expect((await server.api('GET', `/notification_channels/${id}`)).status).toBe(404);
});

test('an account has its own channels only, and at most 20', async () => {
  await using server = await startPublishingServer();
  const body = { kind: 'ntfy', settings: { topic: 'a' } };
  const { id } = await aChannel(server, body);
  const other = await server.given.user('other@example.org', 'ultra');
  const ofOther = await server.api('GET', `/notification_channels/${id}`, { key: other.full });
  expect(ofOther.status).toBe(404);
  for (let count = 1; count < 20; count++) await aChannel(server, body);
  expect((await create(server, body)).status).toBe(422);
  await deliver(server);
});

/** Decrypts a message as a browser does. Source: RFC 8188, section 2; RFC 8291, section 3.4. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const derive = (key: Buffer, from: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derive(browser.computeSecret(sender), auth, about, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

test('web push is encrypted for the browser and signed by this server; a subscription that ended is final', async () => {
  const received: { headers: Record<string, string>; body: Buffer }[] = [];
  let status = 201;
  await using service = await startLoopbackServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) });
      response.writeHead(status).end();
    });
  });
  await using server = await startPublishingServer();
  await server.given.site();
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const settings = {
    url: `http://push.test:${service.port}/subscription`,
    p256dh: browser.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
  };
  const channel = await aChannel(server, { kind: 'web_push', name: 'Phone', settings });
  expect(JSON.stringify(channel)).not.toContain(settings.p256dh);
  expect(await sendTest(server, channel)).toMatchObject({ status: 'delivered', last_status_code: 201 });
  const [sent] = received;
  expect(sent?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', ttl: '86400' });
  const message = { title: TITLE, body: TEXT, url: expect.stringContaining('/sites/') };
  expect(JSON.parse(decrypt(sent?.body ?? Buffer.alloc(0), browser, auth))).toEqual(message);
  const { public_key: publicKey } = await server.get('/notification_channels/web_push_key');
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(sent?.headers['authorization'] ?? '') ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const [head, claims, signature = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  status = 410;
  expect(await sendTest(server, channel)).toMatchObject({ status: 'failed', last_status_code: 410 });
  const wrong = await create(server, { kind: 'web_push', settings: { ...settings, p256dh: 'short' } });
  expect(wrong).toEqual(refused(422, 'settings.p256dh must be a public key of P-256 in base64url'));
});
