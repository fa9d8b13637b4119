/** MCP tools: each returns the answer of its endpoint, in both generations of the protocol. */
import { beforeAll, expect, test } from 'bun:test';
import { connectMcp, GENERATIONS } from '../support/mcp-client.ts';
import { share } from '../support/share.ts';
import { shareServer } from '../support/shared-server.ts';

/** Source: api-v1, MCP tools. */
const SPECIFIED = [
  ...['list_accounts', 'list_sites', 'create_site', 'update_site_features', 'list_groups', 'get_group'],
  ...['list_hits', 'list_agent_visits', 'list_spam_hits', 'delete_spam_hits', 'list_insights'],
  ...['get_content', 'get_uptime', 'create_webhook'],
];
const OWN = [
  ...['get_summary', 'list_events', 'list_signals', 'compare_signal', 'list_journeys', 'list_paths'],
  'get_returning_visitors',
  ...['get_leaderboard', 'get_coverage', 'list_segments', 'get_goals', 'list_funnels', 'get_funnel_report'],
  ...['list_campaign_links', 'create_campaign_link', 'list_monitors', 'get_monitor'],
  ...['list_maintenance_windows', 'list_alerts', 'list_alert_firings'],
];

const server = shareServer();

/** Ids used in calls of the tools. */
interface Ids {
  readonly siteId: number;
  readonly groupId: number;
  readonly funnelId: number;
  readonly signalId: number;
  readonly alertId: number;
  readonly monitorId: number;
}
let ids: Ids = { siteId: 0, groupId: 0, funnelId: 0, signalId: 0, alertId: 0, monitorId: 0 };

beforeAll(async () => {
  const { id: siteId } = await server().given.site();
  const send = (method: string, path: string, body: unknown) => server().api(method, path, { body });
  await server().given.hits(
    siteId,
    ['/a', '/a', '/b'].map(path => ({ path, country: 'DE', visitor_id: path })),
  );
  await send('POST', `/sites/${siteId}/hits`, { path: '/', referrer: 'https://semalt.com/' });
  await send('POST', `/sites/${siteId}/events`, { event: 'signup.done', path: '/a' });
  await send('POST', `/sites/${siteId}/agent_visits`, { path: '/a', user_agent: 'GPTBot/1.2' });
  const signal = { occurred_at: '2026-03-09T08:00:00Z', title: 'Launch' };
  const made = await send('POST', `/sites/${siteId}/signals`, { signal });
  const alert = await send('POST', `/sites/${siteId}/alerts`, { kind: 'spike' });
  const beat = { name: 'Backup', kind: 'heartbeat', period_seconds: 60 };
  const monitor = await send('POST', `/sites/${siteId}/monitors`, beat);
  const times = { starts_at: '2026-03-14T20:00:00Z', ends_at: '2026-03-14T22:00:00Z' };
  await send('POST', `/sites/${siteId}/maintenance_windows`, { name: 'Move', kind: 'once', ...times });
  await send('PATCH', `/sites/${siteId}/features`, { uptime: true, content_monitoring: true });
  const group = await send('POST', '/groups', { name: 'Shops', site_ids: [siteId] });
  const steps = [{ path: '/a' }, { event: 'signup.done' }];
  const funnel = await send('POST', `/sites/${siteId}/funnels`, { name: 'Signups', steps });
  ids = {
    siteId,
    groupId: group.body.group.id,
    funnelId: funnel.body.funnel.id,
    signalId: made.body.signal.id,
    alertId: alert.body.alert.id,
    monitorId: monitor.body.monitor.id,
  };
});

/** A reading tool, what it is given, and the path of the API that must answer the same. */
type Reading = readonly [tool: string, given: Readonly<Record<string, unknown>>, path: string];

/** Tools of a site, without the site's id in what they are given and in the path. */
const OF_SITE: readonly Reading[] = [
  [
    'list_hits',
    { group_by: 'source', attribution: 'visit', order_by: 'visits' },
    '/hits?group_by=source&attribution=visit&order_by=visits',
  ],
  ['list_hits', { per_page: 2 }, '/hits?per_page=2'],
  [
    'list_hits',
    { group_by: 'path', country: 'DE', not_path: ['/b', '/c'] },
    '/hits?group_by=path&country=DE&not_path=/b&not_path=/c',
  ],
  [
    'list_hits',
    { group_by: 'property:plan', properties: { 'property:plan': ['pro', ''], 'not_property:beta': 'true' } },
    '/hits?group_by=property:plan&property:plan=pro&property:plan=&not_property:beta=true',
  ],
  [
    'list_hits',
    { group_by: 'date', start_date: '2026-03-08', grouped: true },
    '/hits?group_by=date&start_date=2026-03-08&grouped=true',
  ],
  ['get_summary', {}, '/overview?compare=matching_period&include_changes=true'],
  [
    'get_summary',
    { compare: 'previous_year', path: '/a', include_engagement: true },
    '/overview?compare=previous_year&path=/a&include_engagement=true&include_changes=true',
  ],
  ['list_events', {}, '/events'],
  ['list_agent_visits', { group_by: 'provider' }, '/agent_visits?group_by=provider'],
  ['list_journeys', {}, '/user_journeys'],
  ['list_paths', { start_path: '/a', steps: 2 }, '/paths?start_path=/a&steps=2'],
  ['get_returning_visitors', { weeks: 3 }, '/returning_visitors?weeks=3'],
  ['list_funnels', {}, '/funnels'],
  ['get_leaderboard', {}, '/leaderboard'],
  ['list_insights', {}, '/insights'],
  ['list_signals', {}, '/signals'],
  ['list_segments', {}, '/segments'],
  ['get_goals', { channel: 'Direct' }, '/goals/report?channel=Direct'],
  ['get_content', {}, '/content'],
  ['get_coverage', {}, '/coverage'],
  ['get_uptime', {}, '/uptime'],
  ['list_campaign_links', {}, '/campaign_links'],
  ['list_monitors', {}, '/monitors'],
  ['list_maintenance_windows', {}, '/maintenance_windows'],
  ['list_alerts', {}, '/alerts'],
  ['list_spam_hits', {}, '/spam_hits'],
];

/** Those of a site that name something of it. */
const ofSiteById = ({ funnelId, signalId, monitorId, alertId }: Ids): readonly Reading[] => [
  [
    'get_funnel_report',
    { funnel_id: funnelId, start_date: '2026-03-01' },
    `/funnels/${funnelId}/report?start_date=2026-03-01`,
  ],
  ['compare_signal', { signal_id: signalId, days: 1 }, `/signals/${signalId}/comparison?days=1`],
  ['get_monitor', { monitor_id: monitorId }, `/monitors/${monitorId}`],
  ['list_alert_firings', { alert_id: alertId, per_page: 5 }, `/alerts/${alertId}/firings?per_page=5`],
];

const listReadings = (): readonly Reading[] => [
  ['list_accounts', {}, '/accounts'],
  ['list_sites', {}, '/sites'],
  [
    'list_sites',
    { start_date: '2026-03-01', include: 'comparison,status' },
    '/sites?start_date=2026-03-01&include=comparison,status',
  ],
  ['list_groups', {}, '/groups'],
  ['get_group', { group_id: ids.groupId }, `/groups/${ids.groupId}`],
  ...[...OF_SITE, ...ofSiteById(ids)].map(
    ([tool, given, path]): Reading => [
      tool,
      { site_id: ids.siteId, ...given },
      `/sites/${ids.siteId}${path}`,
    ],
  ),
];

const owned = share(() => connectMcp(server()));

/** Lists the tools by name. */
async function listed() {
  const { tools } = await owned().client.listTools();
  return new Map(tools.map(tool => [tool.name, tool]));
}

test.each(GENERATIONS)(
  '%s: the client and the server agree on it, and every tool is there',
  async generation => {
    await using mcp = await connectMcp(server(), { generation });
    expect<string | undefined>(mcp.client.getNegotiatedProtocolVersion()).toBe(generation);
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...SPECIFIED, ...OWN].sort());
    expect(mcp.client.getInstructions()).toContain('list_sites');
  },
);

test.each(GENERATIONS)(
  '%s: a read-only key is answered by each reading tool as by the API',
  async generation => {
    const key = server().owner.readOnly;
    await using mcp = await connectMcp(server(), { generation, key });
    // The client holds what comes against the tool's own schema, once it has the list.
    await mcp.client.listTools();
    for (const [tool, given, path] of listReadings()) {
      const answer = await mcp.call(tool, given);
      const { body } = await server().api('GET', path, { key });
      expect([tool, answer.isError, answer.body]).toEqual([tool, false, body]);
      expect(JSON.parse(answer.text)).toEqual(body);
    }
  },
);

test('all time has no comparison unless one is requested', async () => {
  await owned().client.listTools();
  const given = { site_id: ids.siteId, period: 'all' };
  const { isError, body } = await owned().call('get_summary', given);
  expect([isError, body.figures.hits, body.comparison, body.changes]).toEqual([false, 3, null, undefined]);
  const compared = await owned().call('get_summary', { ...given, compare: 'previous_year' });
  expect(compared.body).toMatchObject({ comparison: { figures: { hits: 0 } }, changes: expect.anything() });
});

test.each(GENERATIONS)('%s: a full key can do what the writing tools do', async generation => {
  await using mcp = await connectMcp(server(), { generation });
  await mcp.client.listTools();
  const made = await mcp.call('create_site', { url: 'https://made.example', label: 'Made' });
  expect(made.body.site).toMatchObject({ url: 'https://made.example', label: 'Made' });
  const site_id: number = made.body.site.id;
  const switched = await mcp.call('update_site_features', { site_id, uptime: true });
  expect(switched.body.features).toMatchObject({ uptime: true, content_monitoring: false });
  const events = ['monitor_down'];
  const hook = await mcp.call('create_webhook', { url: 'https://93.184.215.14/hook', events, site_id });
  expect(hook.body).toMatchObject({ webhook: { events, site_id }, signing_secret: expect.any(String) });
  await server().post(`/sites/${site_id}/hits`, { path: '/', referrer: 'https://semalt.com/' });
  const [spam] = (await mcp.call('list_spam_hits', { site_id })).body.spam_hits;
  expect((await mcp.call('delete_spam_hits', { site_id, ids: [spam.id] })).body).toEqual({
    status: 'deleted',
    deleted_count: 1,
  });
});

test('an empty screen selects hits without one, as in the API', async () => {
  const { id: site_id } = await server().given.site();
  for (const screen of [undefined, 'phone'])
    await server().post(`/sites/${site_id}/hits`, { path: '/', screen });
  const count = async (given: object) =>
    (await owned().call('list_hits', { site_id, ...given })).body.summary;
  expect(await count({ screen: '' })).toMatchObject({ total_hits: 1 });
  expect(await count({ screen: ['phone', ''] })).toMatchObject({ total_hits: 2 });
  expect(await count({ not_screen: '' })).toMatchObject({ total_hits: 1 });
  expect((await owned().call('list_hits', { site_id, screen: 'tiny' })).text).toContain(
    'screen must be one of phone, tablet, laptop, desktop, wide, ""',
  );
});

test('annotations of a tool show whether it reads, writes or destroys', async () => {
  const tools = await listed();
  const hints = (name: string) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } =
      tools.get(name)?.annotations ?? {};
    return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
  };
  const reading = [...new Set(listReadings().map(([name]) => name))];
  for (const name of reading) expect([name, hints(name)]).toEqual([name, [true, false, true, false]]);
  expect(hints('create_site')).toEqual([false, false, false, false]);
  expect(hints('update_site_features')).toEqual([false, false, true, false]);
  expect(hints('create_webhook')).toEqual([false, false, false, true]);
  expect(hints('delete_spam_hits')).toEqual([false, true, true, false]);
});

test('a tool is described so that a model can choose it, and its arguments too', async () => {
  for (const { name, title, description, inputSchema, outputSchema } of (await listed()).values()) {
    expect([name, title?.length, description?.length]).toEqual([
      name,
      expect.any(Number),
      expect.any(Number),
    ]);
    expect([name, (description ?? '').length >= 60, (description ?? '').length <= 700]).toEqual([
      name,
      true,
      true,
    ]);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema).toMatchObject({ type: 'object' });
    expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(
      /"\$id"|"\$ref"|"allowed"|"const"|"repeated: /,
    );
    expect(Object.keys(inputSchema)).not.toContain('anyOf');
  }
});

test('the list of tools is short', async () => {
  const words = [...(await listed()).values()].map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  expect(JSON.stringify(words).length / 1024).toBeLessThan(46);
});

test('what tools have in common is said once, and each filter is described by one of them', async () => {
  const tools = await listed();
  const argumentsOf = (name: string) =>
    (tools.get(name)?.inputSchema.properties ?? {}) as Record<string, { description?: string }>;
  const described = argumentsOf('list_hits');
  for (const name of ['get_summary', 'list_events']) {
    expect([name, tools.get(name)?.description]).toEqual([name, expect.stringContaining('list_hits')]);
    for (const filter of ['channel', 'hostname', 'referrer_host', 'properties', 'segment']) {
      const own = argumentsOf(name)[filter];
      expect([name, filter, own, own?.description]).toEqual([name, filter, expect.anything(), undefined]);
      expect([filter, described[filter]?.description?.length]).toEqual([filter, expect.any(Number)]);
    }
  }
  const twin: unknown = described['not_country'];
  expect(twin).toEqual({ type: 'array', items: { pattern: '^[A-Za-z]{2}$', type: 'string' } });
  const one = { site_id: ids.siteId, not_path: '/b', group_by: 'path' };
  const several = await owned().call('list_hits', { ...one, not_path: ['/b'] });
  expect((await owned().call('list_hits', one)).body).toEqual(several.body);
});

test('ignoring and rechecking content issues and writing signals are not offered', async () => {
  const writing = [...(await listed()).values()].filter(({ annotations }) => !annotations?.readOnlyHint);
  expect(writing.map(({ name }) => name).sort()).toEqual([
    'create_campaign_link',
    'create_site',
    'create_webhook',
    'delete_spam_hits',
    'update_site_features',
  ]);
});
