/** Errors of tool calls: each message names the fault and the remedy, and nothing is changed. */
import { beforeAll, expect, test } from 'bun:test';
import { connectMcp, GENERATIONS } from '../support/mcp-client.ts';
import { startTestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();
const owned = share(() => connectMcp(server()));
let siteId = 0;
let foreignSiteId = 0;

beforeAll(async () => {
  siteId = (await server().given.site()).id;
  const stranger = await server().given.user('stranger@example.org');
  foreignSiteId = (await server().given.site({}, stranger.full)).id;
});

const WRITES = (id: number): readonly (readonly [string, Record<string, unknown>])[] => [
  ['create_site', { url: 'https://refused.example' }],
  ['update_site_features', { site_id: id, uptime: true }],
  ['create_webhook', { url: 'https://93.184.215.14/', events: ['monitor_down'] }],
  ['create_campaign_link', { site_id: id, url: '/', source: 'a' }],
  ['delete_spam_hits', { site_id: id, all: true }],
];

test.each(GENERATIONS)(
  '%s: writing tools refuse a read-only key and say where to make another',
  async generation => {
    await using mcp = await connectMcp(server(), { generation, key: server().owner.readOnly });
    for (const [tool, given] of [...WRITES(siteId), ['create_site', { url: 7 }] as const]) {
      const { isError, text } = await mcp.call(tool, given);
      expect([tool, isError]).toEqual([tool, true]);
      expect(text).toStartWith('write access required: this API key is read-only');
      expect(text).toContain(`${server().url}/settings/keys`);
    }
    expect(JSON.stringify((await mcp.call('list_sites')).body)).not.toContain('refused.example');
  },
);

test('a site that is not there and one of another account are the same to every tool', async () => {
  const { tools } = await owned().client.listTools();
  const ofSites = tools.filter(({ inputSchema }) => inputSchema.required?.includes('site_id'));
  expect(ofSites.length).toBe(28);
  const written = new Map(WRITES(siteId));
  for (const { name, inputSchema } of ofSites) {
    const others = (inputSchema.required ?? []).filter(each => each.endsWith('_id') && each !== 'site_id');
    const given = written.get(name) ?? Object.fromEntries(others.map(each => [each, 1]));
    const [missing, foreign] = await Promise.all(
      [999_999, foreignSiteId].map(site_id => owned().call(name, { ...given, site_id })),
    );
    expect([name, missing]).toEqual([name, foreign]);
    expect(missing).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^site not found\. Call list_sites/),
    });
  }
});

test('groups and accounts that are not there are not found', async () => {
  expect((await owned().call('get_group', { group_id: 77 })).text).toBe(
    'group not found. Call list_groups for the groups there are.',
  );
  const { isError, text } = await owned().call('list_sites', { account_id: 99 });
  expect([isError, text]).toEqual([true, expect.stringContaining('list_accounts')]);
});

/** Arguments of a call that must be refused, and what the answer must say. */
const WRONG: readonly (readonly [string, Record<string, unknown>, string | RegExp])[] = [
  ['list_hits', {}, 'site_id is required: an integer from 1'],
  ['list_hits', { site_id: '1' }, 'site_id must be an integer from 1 to 9007199254740991, got "1"'],
  ['list_hits', { site_id: 1.5 }, 'site_id must be an integer'],
  ['list_hits', { site_id: 0 }, 'site_id must be an integer from 1'],
  ['list_hits', { site_id: 2 ** 53 }, 'site_id must be an integer from 1'],
  ['list_hits', { site_id: [1] }, 'site_id must be an integer'],
  ['list_hits', { site_id: { id: 1 } }, 'site_id must be an integer'],
  ['list_hits', { site_id: null }, 'site_id must be an integer'],
  ['list_hits', { site_id: 1, per_page: 0 }, 'per_page must be an integer from 1 to 1000, got 0'],
  ['list_hits', { site_id: 1, per_page: '50' }, 'per_page must be an integer from 1 to 1000, got "50"'],
  ['list_hits', { site_id: 1, group_by: 'colour' }, 'group_by must be one of path, '],
  ['list_hits', { site_id: 1, grouped: 'yes' }, 'grouped must be true or false, got "yes"'],
  ['list_hits', { site_id: 1, country: 'Germany' }, 'country must be a two-letter country code'],
  ['list_hits', { site_id: 1, path: { a: 1 } }, 'path must be a string or an array of at most 20'],
  ['list_hits', { site_id: 1, path: [7] }, /^path(\.0)? must be a string/],
  ['list_hits', { site_id: 1, path: Array(21).fill('/') }, 'path must be a string or an array of at most 20'],
  ['list_hits', { site_id: 1, start_date: '2026-02-30' }, 'start_date must be a date in the form YYYY-MM-DD'],
  [
    'list_hits',
    { site_id: 1, start_date: '2026-03-09', end_date: '2026-03-01' },
    'end_date must not be before',
  ],
  ['list_hits', { site_id: 1, format: 'csv' }, 'there is no argument "format"'],
  ['list_hits', { site_id: 1, limit: 5 }, 'there is no argument "limit": there are site_id, country, '],
  ['list_hits', { site_id: 1, account_id: 'me' }, 'account_id must be an integer'],
  ['get_summary', { site_id: 1, include_changes: false }, 'there is no argument "include_changes"'],
  ['list_accounts', { all: true }, 'there is no argument "all": there are none'],
  ['get_group', {}, 'group_id is required'],
  ['create_site', {}, 'url is required'],
  ['create_site', { url: 'ftp://a.example' }, 'url must be an address that begins with http:// or https://'],
  ['create_site', { url: 'x'.repeat(70_000) }, 'url must be a string of 1 to 2048 characters'],
  ['update_site_features', { site_id: 1 }, 'at least one of'],
  ['update_site_features', { site_id: 1, uptime: 'on' }, 'uptime must be true or false, got "on"'],
  ['create_webhook', { url: 'http://127.0.0.1/', events: ['new_hit'] }, 'url'],
  ['create_webhook', { url: 'https://93.184.215.14/', events: ['nothing'] }, 'events.0 must be one of'],
  ['create_webhook', { url: 'https://93.184.215.14/', events: [] }, 'events must be an array'],
  ['delete_spam_hits', { site_id: 1 }, 'ids'],
  ['delete_spam_hits', { site_id: 1, ids: [1], all: true }, 'ids'],
];

test.each(GENERATIONS)('%s: wrong arguments are named, with what is allowed', async generation => {
  await using mcp = await connectMcp(server(), { generation });
  for (const [tool, given, said] of WRONG) {
    const { isError, text } = await mcp.call(tool, given);
    const expected = typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said);
    expect([tool, given, isError, text]).toEqual([tool, given, true, expected]);
    expect(text.length).toBeLessThan(1500);
  }
});

test('hostile texts are refused or taken for what they are, and never break anything', async () => {
  const texts = ['__proto__', 'constructor', '\u0000', '\ud800', '<script>', "' or 1=1", '%00', '💩', ''];
  for (const text of texts) {
    for (const name of ['path', 'source', 'search', 'start_date', 'group_by', text]) {
      const { text: said } = await owned().call('list_hits', { site_id: siteId, [name]: text });
      expect(said).not.toContain('unexpected server error');
    }
    for (const given of [{ url: text }, { url: 'https://a.example', label: text }, { [text]: text }])
      expect((await owned().call('create_site', given)).text).not.toContain('unexpected server error');
  }
});

test('null is as if the argument were left out, where it can mean nothing else', async () => {
  const { isError, body } = await owned().call('list_hits', { site_id: siteId, path: null, per_page: null });
  expect([isError, body.filters.path, body.pagination.per_page]).toEqual([false, null, 100]);
  const events = ['monitor_down'];
  const made = await owned().call('create_webhook', { url: 'https://93.184.215.14/', events, site_id: null });
  expect(made.body.webhook.site_id).toBeNull();
});

test('the error for a disabled feature names the tool that enables it', async () => {
  for (const [tool, feature] of Object.entries({ get_uptime: 'uptime', get_content: 'content_monitoring' })) {
    const { text } = await owned().call(tool, { site_id: siteId });
    expect(text).toContain(`update_site_features with ${feature}=true`);
  }
});

test('roles and plans hold for tools as for the API', async () => {
  const viewer = await aMember(server(), 'viewer');
  const account_id = server().owner.id;
  await using mcp = await connectMcp(server(), { key: viewer.full });
  expect((await mcp.call('list_sites', { account_id })).body.sites[0].id).toBe(siteId);
  const added = await mcp.call('create_site', { account_id, url: 'https://a.example' });
  expect([added.isError, added.text]).toEqual([
    true,
    'this needs the role admin in the account, and yours is viewer. Only the owner of the account can give that role.',
  ]);
  // The viewer's own account has no plan.
  const { text } = await mcp.call('list_sites');
  expect(text).toBe(
    'an active subscription is required. The plan of the account’s owner does not include this. Sites of a team need its account_id, from list_accounts.',
  );
  expect((await mcp.call('list_accounts')).body.accounts).toHaveLength(2);
});

test.each(GENERATIONS)(
  '%s: a tool or a resource that is not there is an error of the protocol',
  async generation => {
    await using mcp = await connectMcp(server(), { generation });
    await expect(mcp.call('drop_tables')).rejects.toThrow(
      'there is no tool of that name: there are list_accounts',
    );
    await expect(mcp.call('__proto__')).rejects.toThrow('there is no tool of that name');
    for (const uri of ['file:///etc/passwd', `${server().url}/docs/nope.md`, 'x'])
      await expect(mcp.client.readResource({ uri })).rejects.toThrow();
  },
);

test('an unexpected error is answered with only the request id of its log entry', async () => {
  await using own = await startTestServer();
  const { id: site_id } = await own.given.site();
  await using mcp = await connectMcp(own);
  // The table is gone: no request can be to blame.
  own.services.stores.db.run('drop table signals');
  const { isError, text } = await mcp.call('list_signals', { site_id });
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(/^unexpected server error: it is in the server’s log as [0-9a-f-]{36}$/),
  ]);
});
