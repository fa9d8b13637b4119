/** Configuration of webhooks. Source: decisions, section 4, Webhooks. */
import { expect, test } from 'bun:test';
import { deliver, deliveriesOf, signatureOf, startReceiver } from '../support/receiver.ts';
import { refusedWith } from '../support/refused.ts';
import type { ApiAnswer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer({
  resolve: async host => [
    host === 'inside.test' ? '10.0.0.7' : host === 'hooks.test' ? '127.0.0.1' : '93.184.215.14',
  ],
  settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
});
const URL_ = 'https://hooks.example/in?token=7';
const post = (body: unknown, key?: string | null): Promise<ApiAnswer> =>
  server().api('POST', '/webhooks', { body, ...(key === undefined ? {} : { key }) });
const patch = (id: number, body: unknown) => server().patch(`/webhooks/${id}`, body);
const aWebhook = async (given: Record<string, unknown> = {}) => {
  const { webhook } = (await post({ url: URL_, events: ['new_event'], ...given })).body;
  return webhook;
};
const remove = (id: number) => server().api('DELETE', `/webhooks/${id}`);

test('a webhook is added, shown, listed and deleted; its secret is shown once', async () => {
  const made = await post({ url: `  ${URL_} `, events: ['new_hit', 'monitor_down', 'new_hit'] });
  expect(made.status).toBe(201);
  const { webhook, signing_secret: secret } = made.body;
  expect(webhook).toEqual({
    id: expect.any(Number),
    url: URL_,
    events: ['new_hit', 'monitor_down'],
    site_id: null,
    platform: 'generic',
    wrap_content: false,
    active: true,
    disabled_reason: null,
    created_at: '2026-03-10T12:00:00.000Z',
    updated_at: '2026-03-10T12:00:00.000Z',
  });
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  const shown = await server().api('GET', `/webhooks/${webhook.id}`);
  expect(shown.body).toEqual({ webhook });
  expect((await server().get('/webhooks')).webhooks).toEqual([webhook]);
  expect((await remove(webhook.id)).status).toBe(204);
  expect((await server().api('GET', `/webhooks/${webhook.id}`)).status).toBe(404);
});

test('each field is changed by itself, with PATCH and PUT, and only a change changes updated_at', async () => {
  const site = await server().given.site();
  const fields = {
    url: 'http://other.example/',
    events: ['new_kudo'],
    site_id: site.id,
    platform: 'slack',
    wrap_content: true,
    active: false,
  };
  for (const method of ['PATCH', 'PUT']) {
    let webhook = await aWebhook();
    const first = webhook.updated_at;
    expect((await server().api(method, `/webhooks/${webhook.id}`, { body: {} })).body.webhook).toEqual(
      webhook,
    );
    server().clock.advance({ seconds: 1 });
    expect((await patch(webhook.id, { url: URL_, events: ['new_event'] })).body.webhook.updated_at).toBe(
      first,
    );
    for (const [name, value] of Object.entries(fields)) {
      const { body } = await server().api(method, `/webhooks/${webhook.id}`, { body: { [name]: value } });
      expect(body.webhook).toEqual({ ...webhook, updated_at: body.webhook.updated_at, [name]: value });
      expect(body.webhook.updated_at).not.toBe(first);
      webhook = body.webhook;
    }
    expect((await patch(webhook.id, { site_id: null })).body.webhook.site_id).toBeNull();
    await remove(webhook.id);
  }
});

/** Values that are no address of a webhook. */
const NO_TEXTS = [7, null, true, [], {}, '', '  '];
const BROKEN = ['a\u0000b', 'http://a\nb', '\ud800', `https://a.example/${'x'.repeat(2048)}`];
const NO_WEB = [
  ...['ftp://a.example', 'javascript:alert(1)', 'file:///etc/passwd', 'a.example', '//a.example'],
  ...['http://', 'http://:80/', 'http://u:p@a.example/', 'http://a.example:0/'],
];
const PRIVATE = [
  ...['http://10.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/latest', 'http://2130706433.1/'],
  ...['http://0x0a000001/', 'http://inside.test/', 'http://localhost/', 'http://printer.local/'],
];

test('invalid bodies are refused, naming the field, the value and what is allowed', async () => {
  const webhook = await aWebhook();
  const stranger = await server().given.user('webhooks-stranger@example.org');
  const foreign = await server().given.site({}, stranger.full);
  const bad: Readonly<Record<string, readonly unknown[]>> = {
    url: [...NO_TEXTS, ...BROKEN, ...NO_WEB, ...PRIVATE],
    events: [
      ...[7, null, 'new_hit', [], {}, ['new_hits'], ['new_hit', 7], [null], ['__proto__'], ['test']],
      Array(101).fill('new_hit'),
    ],
    site_id: ['1', 1.5, -1, 0, true, [], {}, 2 ** 53, 999_999, foreign.id],
    platform: ['teams', '', null, 7, ['slack'], 'Slack', '__proto__'],
    wrap_content: ['true', 1, null, []],
    active: ['true', 1, null, []],
  };
  for (const [field, values] of Object.entries(bad))
    for (const value of values)
      for (const answer of [
        await post({ url: URL_, events: ['new_hit'], [field]: value }),
        await patch(webhook.id, { [field]: value }),
      ])
        expect([value, answer]).toEqual([value, refusedWith(422, field)]);
  for (const body of [null, [], 'x', 7, '', {}, { url: URL_ }, { events: ['new_hit'] }])
    expect((await post(body)).status).toBe(422);
  expect((await post({ url: URL_, events: ['new_hits'] })).body.error).toContain('new_hits');
  expect((await server().get(`/webhooks/${webhook.id}`)).webhook).toEqual(webhook);
  await remove(webhook.id);
});

test('SQL and HTML in an address are plain text', async () => {
  const paths = ["' or 1=1; --", '"; drop table webhooks; --', '<script>alert(1)</script>'];
  for (const path of [...paths, '💩', '__proto__', '%00']) {
    const { status, body } = await post({ url: `https://hooks.example/${path}`, events: ['new_event'] });
    expect([status, body.webhook.url]).toEqual([201, `https://hooks.example/${path}`]);
    await remove(body.webhook.id);
  }
});

test('a host name that does not resolve is accepted, since each attempt resolves it again', async () => {
  const webhook = await aWebhook({ url: 'https://unknown.test/' });
  expect(webhook.url).toBe('https://unknown.test/');
  await remove(webhook.id);
});

test('an account has at most 50 webhooks, and sees none of another account', async () => {
  const other = await server().given.user('webhooks-many@example.org');
  const many = await Promise.all(
    Array.from({ length: 55 }, () => post({ url: URL_, events: ['new_kudo'] }, other.full)),
  );
  expect(many.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(many).toContainEqual(refusedWith(422, '50 webhooks'));
  expect((await server().get('/webhooks')).webhooks).toEqual([]);
  const [{ id }] = (await server().get('/webhooks', other.full)).webhooks;
  expect((await server().api('GET', `/webhooks/${id}`)).status).toBe(404);
});

test('a test is sent at once and answered with its result, also while the webhook is switched off', async () => {
  await using receiver = await startReceiver();
  const site = await server().given.site({ label: 'Tested' });
  const { body } = await post({ url: receiver.url, events: ['new_kudo'], site_id: site.id, active: false });
  const { webhook, signing_secret: secret } = body;
  const sent = await server().api('POST', `/webhooks/${webhook.id}/test`);
  expect(sent).toMatchObject({
    status: 200,
    body: {
      delivery: { event: 'test', status: 'delivered', attempts: 1, last_status_code: 200, last_error: null },
    },
  });
  expect(receiver.received[0]).toMatchObject({
    body: {
      event: 'test',
      delivery_id: sent.body.delivery.id,
      site: { id: site.id },
      message: expect.any(String),
    },
    headers: { 'x-footfall-event': 'test' },
  });
  expect(receiver.received[0]?.headers['x-signature']).toBe(
    signatureOf(receiver.received[0]?.text ?? '', secret),
  );
  receiver.answers(418, {}, `teapot\u0000\n${'x'.repeat(100_000)}`);
  const { delivery } = (await server().api('POST', `/webhooks/${webhook.id}/test`)).body;
  expect(delivery).toMatchObject({
    status: 'failed',
    attempts: 1,
    last_status_code: 418,
    next_attempt_at: null,
  });
  expect(delivery.last_error).toStartWith('the target answered 418: teapot xxx');
  expect(delivery.last_error.length).toBeLessThan(1024);
  server().clock.advance({ days: 1 });
  await deliver(server());
  expect(receiver.received).toHaveLength(2);
  expect(
    (await server().api('POST', `/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`)).status,
  ).toBe(422);
  await remove(webhook.id);
});

test('a test is sent again under its id, and tried once', async () => {
  await using receiver = await startReceiver();
  const webhook = await aWebhook({ url: receiver.url });
  const { delivery } = (await server().api('POST', `/webhooks/${webhook.id}/test`)).body;
  receiver.answers(500);
  const again = await server().api('POST', `/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`);
  expect(again).toMatchObject({ status: 202, body: { delivery: { id: delivery.id, status: 'pending' } } });
  await deliver(server());
  expect(receiver.received.map(({ body }) => body.delivery_id)).toEqual([delivery.id, delivery.id]);
  const listed = await server().api('GET', `/webhooks/${webhook.id}/deliveries`);
  expect(listed.body.deliveries).toMatchObject([{ id: delivery.id, status: 'failed', attempts: 1 }]);
  await remove(webhook.id);
});

test('a target that has become private, or that refuses the connection, is a failure with a reason', async () => {
  for (const [url, words] of [
    ['http://hooks.test:1/', 'hooks.test takes no connection on port 1'],
    ['https://hooks.test:1/', 'hooks.test takes no connection on port 1'],
  ]) {
    const webhook = await aWebhook({ url });
    const { delivery } = (await server().api('POST', `/webhooks/${webhook.id}/test`)).body;
    expect(delivery).toMatchObject({ status: 'failed', last_status_code: null, last_error: words });
    await remove(webhook.id);
  }
});

test('a rotated secret signs at once, and the old one no more', async () => {
  await using receiver = await startReceiver();
  const made = await post({ url: receiver.url, events: ['new_kudo'] });
  const { id } = made.body.webhook;
  const rotated = await server().api('POST', `/webhooks/${id}/rotate_secret`);
  expect(rotated).toMatchObject({ status: 200, body: { webhook: { id } } });
  expect(rotated.body.signing_secret).not.toBe(made.body.signing_secret);
  await server().api('POST', `/webhooks/${id}/test`);
  const [sent] = receiver.received;
  expect(sent?.headers['x-signature']).toBe(signatureOf(sent?.text ?? '', rotated.body.signing_secret));
  await remove(id);
});

test('Slack and Discord receive their own formats', async () => {
  await using receiver = await startReceiver();
  const site = await server().given.site({ label: 'A & B' });
  for (const platform of ['slack', 'discord']) {
    const { id } = await aWebhook({
      url: receiver.url,
      events: ['new_kudo'],
      platform,
      wrap_content: true,
      site_id: site.id,
    });
    await server().post(`/sites/${site.id}/kudos`, { path: '/<b>' });
    await deliver(server());
    expect(await deliveriesOf(server(), id)).toMatchObject([{ status: 'delivered' }]);
    await remove(id);
  }
  const [slack, discord] = receiver.received.map(({ body }) => body);
  expect(slack.text).toBe('New kudos on A &amp; B: /&lt;b&gt;');
  expect(slack.blocks[0].text).toMatchObject({ type: 'mrkdwn' });
  expect(discord).toMatchObject({ allowed_mentions: { parse: [] } });
  expect(discord.content).toStartWith('**New kudos on A & B\\: /\\<b\\>**');
});

test('deliveries are paginated, newest first', async () => {
  await using receiver = await startReceiver();
  const site = await server().given.site();
  const { id } = await aWebhook({ url: receiver.url, events: ['new_kudo'], site_id: site.id });
  for (const path of ['/1', '/2', '/3']) await server().post(`/sites/${site.id}/kudos`, { path });
  await deliver(server());
  const page = await server().get(`/webhooks/${id}/deliveries?per_page=2&page=2`);
  expect(page).toMatchObject({
    deliveries: [{ event: 'new_kudo' }],
    pagination: { current_page: 2, per_page: 2, total_count: 3, total_pages: 2 },
  });
  await remove(id);
});

test('callers without write access see only the host of an address', async () => {
  const { api, owner } = server();
  const url = 'https://hooks.example:8443/services/T0/B0/secret?token=x';
  const { webhook } = (await api('POST', '/webhooks', { body: { url, events: ['new_kudo'] } })).body;
  const viewer = await aMember(server(), 'viewer');
  const admin = await aMember(server(), 'admin');
  const on = `?account_id=${owner.id}`;
  const shownTo = async (key: string) => {
    const one = (await api('GET', `/webhooks/${webhook.id}${on}`, { key })).body.webhook.url;
    const { webhooks } = (await api('GET', `/webhooks${on}`, { key })).body;
    expect(webhooks.find(({ id }: { id: number }) => id === webhook.id).url).toBe(one);
    return one;
  };
  for (const key of [owner.readOnly, viewer.full, viewer.readOnly, admin.readOnly])
    expect(await shownTo(key)).toBe('https://hooks.example:8443/…');
  for (const key of [owner.full, admin.full]) expect(await shownTo(key)).toBe(url);
});

test('a request that is answered with a timeout has neither added nor changed a webhook', async () => {
  const { services, owner } = server();
  const { service: webhooks } = services.webhooks;
  const { hits } = services.stores;
  const { id: ownerId } = services.access.accounts.getUserByEmail(owner.email);
  const { id } = await aWebhook();
  const webhook = webhooks.get(ownerId, id);
  const before = webhooks.list(ownerId);
  const { listAppended } = hits;
  for (const act of [
    (signal: AbortSignal) => webhooks.create(ownerId, { url: URL_, events: ['new_hit'] }, signal),
    (signal: AbortSignal) => webhooks.update(webhook, { events: ['new_hit'] }, signal),
  ]) {
    const late = new AbortController();
    hits.listAppended = async (...question) => {
      late.abort(new Error('late'));
      return listAppended(...question).catch(() => ({ rows: [], throughId: 0 }));
    };
    await expect(act(late.signal)).rejects.toThrow('late');
  }
  hits.listAppended = listAppended;
  expect(webhooks.list(ownerId)).toEqual(before);
});
