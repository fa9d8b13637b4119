/** The specification's table of endpoints: each exists with its access rule, and no other does. Source: api-v1, Endpoints. */
import { expect, test } from 'bun:test';
import { filledPath } from './support/filled-path.ts';
import { operationsOf } from './support/openapi-document.ts';
import { shareServer } from './support/shared-server.ts';

const TABLE: readonly (readonly [path: string, access: Readonly<Record<string, string>>])[] = [
  // Discovery and account
  ['/', { GET: 'public' }],
  ['/openapi.json', { GET: 'public' }],
  ['/me', { GET: 'RO' }],
  ['/accounts', { GET: 'RO' }],
  // Agent signup
  ['/agent_signups', { POST: 'public' }],
  ['/agent_signups/:id', { GET: 'public' }],
  // The user's own; our own addition
  ['/me/settings', { GET: 'RO', PATCH: 'FA', PUT: 'FA' }],
  ['/me/password', { POST: 'FA' }],
  ['/me/sessions', { GET: 'RO', DELETE: 'FA' }],
  ['/me/sessions/:session_id', { DELETE: 'FA' }],
  ['/me/reports', { GET: 'RO', POST: 'FA' }],
  ['/me/reports/:id', { DELETE: 'FA' }],
  ['/me/reports/:id/test', { POST: 'FA' }],
  ['/me/mails/test', { POST: 'FA' }],
  ['/keys', { GET: 'RO', POST: 'FA' }],
  ['/keys/:id', { PATCH: 'FA', PUT: 'FA', DELETE: 'FA' }],
  // Sites
  ['/sites', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id', { GET: 'RO', PATCH: 'FA', PUT: 'FA', DELETE: 'FA' }],
  // Reading them is our own addition.
  ['/sites/:id/features', { GET: 'RO', PATCH: 'FA', PUT: 'FA' }],
  // A user's own order of them, and what happens right now; our own additions
  ['/sites/order', { GET: 'RO', PUT: 'FA' }],
  ['/sites/:id/live', { GET: 'RO' }],
  ['/sites/:id/hours', { GET: 'RO' }],
  ['/sites/:id/properties', { GET: 'RO' }],
  ['/sites/:id/returning_visitors', { GET: 'RO' }],
  ['/sites/:id/access_log', { GET: 'RO' }],
  // Settings; our own addition
  ['/sites/:id/settings', { GET: 'RO', PATCH: 'FA', PUT: 'FA' }],
  ['/sites/:id/settings/ignore_test', { GET: 'RO' }],
  ['/sites/:id/settings/own_address', { GET: 'RO' }],
  ['/sites/:id/page_rules', { GET: 'RO', PUT: 'FA' }],
  ['/sites/:id/page_rules/preview', { POST: 'RO' }],
  // Imports; decisions, section 8
  ['/sites/:id/changes', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/changes/:change_id', { GET: 'RO', DELETE: 'FA' }],
  ['/sites/:id/reset', { POST: 'FA' }],
  ['/sites/:id/transfer', { POST: 'FA' }],
  ['/sites/:id/imports', { POST: 'FA', GET: 'RO' }],
  ['/sites/:id/imports/:import_id', { GET: 'RO', DELETE: 'FA' }],
  // Spam hits
  ['/sites/:id/refusals', { GET: 'RO' }],
  ['/sites/:id/channel_test', { GET: 'RO' }],
  ['/sites/:id/spam_hits', { GET: 'RO', DELETE: 'FA' }],
  ['/sites/:id/spam_hits/restore', { POST: 'FA' }],
  // Hits
  ['/sites/:id/hits', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/hits.csv', { GET: 'RO' }],
  ['/sites/:id/hits/batch', { POST: 'FA' }],
  // Events; the first is our own addition
  ['/sites/:id/export', { GET: 'RO' }],
  ['/sites/:id/visitors/:visitor_id', { GET: 'RO', DELETE: 'FA' }],
  ['/sites/:id/events', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/events.csv', { GET: 'RO' }],
  ['/sites/:id/events/batch', { POST: 'FA' }],
  // AI agent visits
  ['/sites/:id/agent_visits', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/agent_visits.csv', { GET: 'RO' }],
  // Kudos
  ['/sites/:id/kudos', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/kudos.csv', { GET: 'RO' }],
  ['/sites/:id/kudos/:kudo_uid', { DELETE: 'FA' }],
  // Leaderboard and journeys
  ['/sites/:id/leaderboard', { GET: 'RO' }],
  ['/sites/:id/user_journeys', { GET: 'RO' }],
  ['/sites/:id/user_journeys/pages', { GET: 'RO' }],
  // Sums of it all; our own addition
  ['/sites/:id/overview', { GET: 'RO' }],
  // Signals
  ['/sites/:id/insights', { GET: 'RO + SUB' }],
  ['/sites/:id/signals', { GET: 'RO + SUB', POST: 'FA + SUB' }],
  ['/sites/:id/signals/:signal_id/comparison', { GET: 'RO + SUB' }],
  ['/sites/:id/signals/:signal_id', { PATCH: 'FA + SUB', PUT: 'FA + SUB', DELETE: 'FA + SUB' }],
  ['/sites/:id/deploy_hook', { GET: 'RO + SUB', POST: 'FA + SUB', DELETE: 'FA + SUB' }],
  // Saved links of campaigns; our own addition
  ['/sites/:id/campaign_links', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/campaign_links.csv', { GET: 'RO' }],
  ['/sites/:id/campaign_links/:link_id', { GET: 'RO', PATCH: 'FA', DELETE: 'FA' }],
  // Monitoring
  ['/sites/:id/uptime', { GET: 'RO + SUB' }],
  ['/sites/:id/uptime/days', { GET: 'RO + SUB' }],
  ['/sites/:id/uptime/checks', { GET: 'RO + SUB' }],
  ['/sites/:id/maintenance_windows', { GET: 'RO + SUB', POST: 'FA + SUB' }],
  ['/sites/:id/maintenance_windows/:window_id', { GET: 'RO + SUB', PATCH: 'FA + SUB', DELETE: 'FA + SUB' }],
  // Status pages; decisions, section 10
  ['/status_pages', { GET: 'RO + SUB', POST: 'FA + SUB' }],
  ['/status_pages/:id', { GET: 'RO + SUB', PATCH: 'FA + SUB', DELETE: 'FA + SUB' }],
  ['/status_pages/:id/status', { GET: 'RO + SUB' }],
  ['/status_pages/:id/incidents', { GET: 'RO + SUB', POST: 'FA + SUB' }],
  ['/status_pages/:id/incidents/:incident_id', { GET: 'RO + SUB', PATCH: 'FA + SUB', DELETE: 'FA + SUB' }],
  ['/status_pages/:id/incidents/:incident_id/notes', { POST: 'FA + SUB' }],
  ['/status_pages/:id/downtimes/:downtime_id/notes', { POST: 'FA + SUB' }],
  ['/status_pages/:id/notes/:note_id', { PATCH: 'FA + SUB', DELETE: 'FA + SUB' }],
  ['/sites/:id/monitors', { GET: 'RO + SUB', POST: 'FA + SUB' }],
  ['/sites/:id/monitors/:monitor_id', { GET: 'RO + SUB', PATCH: 'FA + SUB', DELETE: 'FA + SUB' }],
  ['/sites/:id/monitors/:monitor_id/days', { GET: 'RO + SUB' }],
  ['/sites/:id/monitors/:monitor_id/checks', { GET: 'RO + SUB' }],
  ['/sites/:id/watched_pages', { GET: 'RO + SUB', PATCH: 'FA + SUB' }],
  ['/sites/:id/content', { GET: 'RO + SUB' }],
  ['/sites/:id/coverage', { GET: 'RO + SUB' }],
  ['/sites/:id/content/:content_check_id/ignore', { PATCH: 'FA + SUB' }],
  ['/sites/:id/content/:content_check_id/recheck', { POST: 'FA + SUB' }],
  // Goals; decisions, section 10
  ['/sites/:id/goals', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/goals/report', { GET: 'RO' }],
  ['/sites/:id/goals/report.csv', { GET: 'RO' }],
  ['/sites/:id/goals/preview', { GET: 'RO' }],
  ['/sites/:id/goals/:goal_id', { GET: 'RO', PATCH: 'FA', DELETE: 'FA' }],
  // Source: decisions, section 10.
  ['/sites/:id/funnels', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/funnels/:funnel_id', { GET: 'RO', PATCH: 'FA', DELETE: 'FA' }],
  ['/sites/:id/funnels/:funnel_id/report', { GET: 'RO' }],
  ['/sites/:id/funnels/:funnel_id/report.csv', { GET: 'RO' }],
  ['/sites/:id/paths', { GET: 'RO' }],
  ['/sites/:id/paths.csv', { GET: 'RO' }],
  // Segments; decisions, section 10
  ['/sites/:id/segments', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/segments/:segment_id', { GET: 'RO', PATCH: 'FA', DELETE: 'FA' }],
  // Shared links; decisions, section 10
  ['/sites/:id/shared_links', { GET: 'RO', POST: 'FA' }],
  ['/sites/:id/shared_links/:link_id', { GET: 'RO', PATCH: 'FA', DELETE: 'FA' }],
  // What anybody may see; our own addition
  ['/public/:uid', { GET: 'public' }],
  // Groups
  ['/groups', { GET: 'RO + ULTRA', POST: 'FA + ULTRA' }],
  ['/groups/:id', { GET: 'RO + ULTRA', PATCH: 'FA + ULTRA', PUT: 'FA + ULTRA', DELETE: 'FA + ULTRA' }],
  // Team and operator; our own addition
  ['/team', { GET: 'RO + ULTRA' }],
  ['/team/invitations', { POST: 'FA + ULTRA' }],
  ['/team/invitations/:invitation_id', { DELETE: 'FA + ULTRA' }],
  ['/team/:member_id', { PATCH: 'FA + ULTRA', PUT: 'FA + ULTRA', DELETE: 'FA + ULTRA' }],
  ['/transfers', { GET: 'RO' }],
  ['/transfers/:transfer_id', { DELETE: 'FA' }],
  ['/transfers/:transfer_id/accept', { POST: 'FA' }],
  ['/operator', { GET: 'RO' }],
  ['/operator/jobs/:name/run', { POST: 'FA' }],
  ['/operator/signups', { GET: 'RO' }],
  ['/operator/signups/:id/approve', { POST: 'FA' }],
  ['/operator/signups/:id', { DELETE: 'FA' }],
  // Webhooks
  ['/webhooks', { GET: 'RO + SUB', POST: 'FA + SUB' }],
  ['/webhooks/:id', { GET: 'RO + SUB', PATCH: 'FA + SUB', PUT: 'FA + SUB', DELETE: 'FA + SUB' }],
  ['/webhooks/:id/rotate_secret', { POST: 'FA + SUB' }],
  ['/webhooks/:id/test', { POST: 'FA + SUB' }],
  ['/webhooks/:id/deliveries', { GET: 'RO + SUB' }],
  ['/webhooks/:id/deliveries/:delivery_id/redeliver', { POST: 'FA + SUB' }],
  // Alerts and notification channels; decisions, section 10
  ['/sites/:id/alerts', { GET: 'RO + SUB', POST: 'FA + SUB' }],
  ['/sites/:id/alerts/preview', { GET: 'RO + SUB' }],
  ['/sites/:id/alerts/:alert_id', { GET: 'RO + SUB', PATCH: 'FA + SUB', DELETE: 'FA + SUB' }],
  ['/sites/:id/alerts/:alert_id/firings', { GET: 'RO + SUB' }],
  ['/notification_channels', { GET: 'RO + SUB', POST: 'FA + SUB' }],
  ['/notification_channels/web_push_key', { GET: 'RO + SUB' }],
  ['/notification_channels/:id', { GET: 'RO + SUB', PATCH: 'FA + SUB', DELETE: 'FA + SUB' }],
  ['/notification_channels/:id/test', { POST: 'FA + SUB' }],
  ['/notification_channels/:id/deliveries', { GET: 'RO + SUB' }],
];
/** The same as a row for each endpoint: its method, path and access. */
const SPECIFIED = TABLE.flatMap(([path, access]) =>
  Object.entries(access).map(([method, tag]) => [method, path, tag] as const),
);

const server = shareServer();
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const specified = SPECIFIED.map(([method, path]) => nameOf({ method, path })).sort();

test('GET / lists every endpoint of the specification and no other', async () => {
  const { endpoints } = await server().get('', null);
  expect(endpoints.map(nameOf).sort()).toEqual(specified);
});

test('GET / tells the access of each, and what it is for', async () => {
  const { endpoints } = await server().get('', null);
  for (const [method, path, access] of SPECIFIED)
    expect(endpoints).toContainEqual({ method, path, access, summary: expect.stringMatching(/^.{5,80}$/) });
});

test('the document describes every endpoint of the specification and no other', async () => {
  const document = await server().get('/openapi.json', null);
  const described = operationsOf(document).map(({ method, path }) =>
    nameOf({ method, path: path.replace(/\{(\w+)\}/g, ':$1') }),
  );
  expect(described.sort()).toEqual(specified);
});

test.each(SPECIFIED)('%s %s is there, with access %s', async (method, path, access) => {
  const at = await filledPath(server(), path);
  const call = async (key: string | null) => (await server().api(method, at, { key })).status;
  const { full, readOnly } = server().owner;
  // Access is granted before the missing body is refused.
  const open = ['/agent_signups', '/sites/:id/page_rules/preview'].includes(path) ? 422 : 200;
  expect(await call(null)).toBe(access === 'public' ? open : 401);
  expect(await call(readOnly)).toBe(access.startsWith('FA') ? 403 : open);
  expect([200, 201, 202, 204, 422]).toContain(await call(full));
});

test('methods that a path does not have are 405, and paths that are not there 404', async () => {
  const { full: key } = server().owner;
  for (const path of [...new Set(SPECIFIED.map(row => row[1]))]) {
    for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
      if (specified.includes(nameOf({ method, path }))) continue;
      const { status } = await server().api(method, path.replace(':id', '1'), { key });
      expect([method, path, status]).toEqual([method, path, 405]);
    }
  }
  for (const path of [
    '/users',
    '/sessions',
    '/sites/1/spam',
    '/admin',
    '/api/v1/me',
    '/v1',
    '/healthz',
    '/metrics',
  ])
    expect([path, (await server().api('GET', path, { key })).status]).toEqual([path, 404]);
});

test('GET / says how to authenticate and where everything is', async () => {
  const { body } = await server().api('GET', '', { key: null });
  const { endpoints: _, description, ...rest } = body;
  expect(description).toBeString();
  expect(rest).toEqual({
    name: 'Footfall',
    version: 'v1',
    documentation: { openapi_url: `${server().url}/api/v1/openapi.json`, guide_url: `${server().url}/docs` },
    authentication: {
      type: 'bearer',
      header: 'Authorization: Bearer <API_KEY>',
      read_only_prefix: 'ff-ro-',
      full_access_prefix: 'ff-fa-',
      keys_url: `${server().url}/settings/keys`,
    },
    mcp_url: `${server().url}/mcp`,
    rate_limit: { requests: null, per_seconds: 3600 },
  });
});
