/** The specification's table of endpoints: each exists with its access rule, and no other does. Source: api-v1, Endpoints. */
import { expect, test } from 'bun:test';
import { filledPath } from './support/filled-path.ts';
import { operationsOf } from './support/openapi-document.ts';
import { shareServer } from './support/shared-server.ts';

const SPECIFIED: readonly (readonly [method: string, path: string, access: string])[] = [
  // Discovery and account
  ['GET', '/', 'public'],
  ['GET', '/openapi.json', 'public'],
  ['GET', '/me', 'RO'],
  ['GET', '/accounts', 'RO'],
  // Agent signup
  ['POST', '/agent_signups', 'public'],
  ['GET', '/agent_signups/:id', 'public'],
  // The user's own; our own addition
  ['GET', '/me/settings', 'RO'],
  ['PATCH', '/me/settings', 'FA'],
  ['PUT', '/me/settings', 'FA'],
  ['POST', '/me/password', 'FA'],
  ['GET', '/me/sessions', 'RO'],
  ['DELETE', '/me/sessions', 'FA'],
  ['DELETE', '/me/sessions/:session_id', 'FA'],
  ['GET', '/me/reports', 'RO'],
  ['POST', '/me/reports', 'FA'],
  ['DELETE', '/me/reports/:id', 'FA'],
  ['POST', '/me/reports/:id/test', 'FA'],
  ['POST', '/me/mails/test', 'FA'],
  ['GET', '/keys', 'RO'],
  ['POST', '/keys', 'FA'],
  ['PATCH', '/keys/:id', 'FA'],
  ['PUT', '/keys/:id', 'FA'],
  ['DELETE', '/keys/:id', 'FA'],
  // Sites
  ['GET', '/sites', 'RO'],
  ['GET', '/sites/:id', 'RO'],
  ['POST', '/sites', 'FA'],
  ['PATCH', '/sites/:id', 'FA'],
  ['PUT', '/sites/:id', 'FA'],
  ['DELETE', '/sites/:id', 'FA'],
  // Reading them is our own addition.
  ['GET', '/sites/:id/features', 'RO'],
  ['PATCH', '/sites/:id/features', 'FA'],
  ['PUT', '/sites/:id/features', 'FA'],
  // A user's own order of them, and what happens right now; our own additions
  ['GET', '/sites/order', 'RO'],
  ['PUT', '/sites/order', 'FA'],
  ['GET', '/sites/:id/live', 'RO'],
  ['GET', '/sites/:id/hours', 'RO'],
  ['GET', '/sites/:id/properties', 'RO'],
  ['GET', '/sites/:id/access_log', 'RO'],
  // Settings; our own addition
  ['GET', '/sites/:id/settings', 'RO'],
  ['PATCH', '/sites/:id/settings', 'FA'],
  ['PUT', '/sites/:id/settings', 'FA'],
  ['GET', '/sites/:id/settings/ignore_test', 'RO'],
  // Imports; decisions, section 8
  ['POST', '/sites/:id/imports', 'FA'],
  ['GET', '/sites/:id/imports', 'RO'],
  ['GET', '/sites/:id/imports/:import_id', 'RO'],
  ['DELETE', '/sites/:id/imports/:import_id', 'FA'],
  // Spam hits
  ['GET', '/sites/:id/refusals', 'RO'],
  ['GET', '/sites/:id/channel_test', 'RO'],
  ['GET', '/sites/:id/spam_hits', 'RO'],
  ['DELETE', '/sites/:id/spam_hits', 'FA'],
  ['POST', '/sites/:id/spam_hits/restore', 'FA'],
  // Hits
  ['GET', '/sites/:id/hits', 'RO'],
  ['GET', '/sites/:id/hits.csv', 'RO'],
  ['POST', '/sites/:id/hits', 'FA'],
  ['POST', '/sites/:id/hits/batch', 'FA'],
  // Events; the first is our own addition
  ['GET', '/sites/:id/export', 'RO'],
  ['GET', '/sites/:id/visitors/:visitor_id', 'RO'],
  ['DELETE', '/sites/:id/visitors/:visitor_id', 'FA'],
  ['GET', '/sites/:id/events', 'RO'],
  ['GET', '/sites/:id/events.csv', 'RO'],
  ['POST', '/sites/:id/events', 'FA'],
  ['POST', '/sites/:id/events/batch', 'FA'],
  // AI agent visits
  ['GET', '/sites/:id/agent_visits', 'RO'],
  ['GET', '/sites/:id/agent_visits.csv', 'RO'],
  ['POST', '/sites/:id/agent_visits', 'FA'],
  // Kudos
  ['GET', '/sites/:id/kudos', 'RO'],
  ['GET', '/sites/:id/kudos.csv', 'RO'],
  ['POST', '/sites/:id/kudos', 'FA'],
  ['DELETE', '/sites/:id/kudos/:kudo_uid', 'FA'],
  // Leaderboard and journeys
  ['GET', '/sites/:id/leaderboard', 'RO'],
  ['GET', '/sites/:id/user_journeys', 'RO'],
  ['GET', '/sites/:id/user_journeys/pages', 'RO'],
  // Sums of it all; our own addition
  ['GET', '/sites/:id/overview', 'RO'],
  // Signals
  ['GET', '/sites/:id/insights', 'RO + SUB'],
  ['GET', '/sites/:id/signals', 'RO + SUB'],
  ['POST', '/sites/:id/signals', 'FA + SUB'],
  ['GET', '/sites/:id/signals/:signal_id/comparison', 'RO + SUB'],
  ['PATCH', '/sites/:id/signals/:signal_id', 'FA + SUB'],
  ['PUT', '/sites/:id/signals/:signal_id', 'FA + SUB'],
  ['DELETE', '/sites/:id/signals/:signal_id', 'FA + SUB'],
  ['GET', '/sites/:id/deploy_hook', 'RO + SUB'],
  ['POST', '/sites/:id/deploy_hook', 'FA + SUB'],
  ['DELETE', '/sites/:id/deploy_hook', 'FA + SUB'],
  // Saved links of campaigns; our own addition
  ['GET', '/sites/:id/campaign_links', 'RO'],
  ['GET', '/sites/:id/campaign_links.csv', 'RO'],
  ['GET', '/sites/:id/campaign_links/:link_id', 'RO'],
  ['POST', '/sites/:id/campaign_links', 'FA'],
  ['PATCH', '/sites/:id/campaign_links/:link_id', 'FA'],
  ['DELETE', '/sites/:id/campaign_links/:link_id', 'FA'],
  // Monitoring
  ['GET', '/sites/:id/uptime', 'RO + SUB'],
  ['GET', '/sites/:id/uptime/days', 'RO + SUB'],
  ['GET', '/sites/:id/uptime/checks', 'RO + SUB'],
  ['GET', '/sites/:id/maintenance_windows', 'RO + SUB'],
  ['POST', '/sites/:id/maintenance_windows', 'FA + SUB'],
  ['GET', '/sites/:id/maintenance_windows/:window_id', 'RO + SUB'],
  ['PATCH', '/sites/:id/maintenance_windows/:window_id', 'FA + SUB'],
  ['DELETE', '/sites/:id/maintenance_windows/:window_id', 'FA + SUB'],
  // Status pages; decisions, section 10
  ['GET', '/status_pages', 'RO + SUB'],
  ['POST', '/status_pages', 'FA + SUB'],
  ['GET', '/status_pages/:id', 'RO + SUB'],
  ['PATCH', '/status_pages/:id', 'FA + SUB'],
  ['DELETE', '/status_pages/:id', 'FA + SUB'],
  ['GET', '/status_pages/:id/status', 'RO + SUB'],
  ['GET', '/status_pages/:id/incidents', 'RO + SUB'],
  ['POST', '/status_pages/:id/incidents', 'FA + SUB'],
  ['GET', '/status_pages/:id/incidents/:incident_id', 'RO + SUB'],
  ['PATCH', '/status_pages/:id/incidents/:incident_id', 'FA + SUB'],
  ['DELETE', '/status_pages/:id/incidents/:incident_id', 'FA + SUB'],
  ['POST', '/status_pages/:id/incidents/:incident_id/notes', 'FA + SUB'],
  ['POST', '/status_pages/:id/downtimes/:downtime_id/notes', 'FA + SUB'],
  ['PATCH', '/status_pages/:id/notes/:note_id', 'FA + SUB'],
  ['DELETE', '/status_pages/:id/notes/:note_id', 'FA + SUB'],
  ['GET', '/sites/:id/monitors', 'RO + SUB'],
  ['POST', '/sites/:id/monitors', 'FA + SUB'],
  ['GET', '/sites/:id/monitors/:monitor_id', 'RO + SUB'],
  ['PATCH', '/sites/:id/monitors/:monitor_id', 'FA + SUB'],
  ['DELETE', '/sites/:id/monitors/:monitor_id', 'FA + SUB'],
  ['GET', '/sites/:id/monitors/:monitor_id/days', 'RO + SUB'],
  ['GET', '/sites/:id/monitors/:monitor_id/checks', 'RO + SUB'],
  ['GET', '/sites/:id/watched_pages', 'RO + SUB'],
  ['PATCH', '/sites/:id/watched_pages', 'FA + SUB'],
  ['GET', '/sites/:id/content', 'RO + SUB'],
  ['GET', '/sites/:id/coverage', 'RO + SUB'],
  ['PATCH', '/sites/:id/content/:content_check_id/ignore', 'FA + SUB'],
  ['POST', '/sites/:id/content/:content_check_id/recheck', 'FA + SUB'],
  // Goals; decisions, section 10
  ['GET', '/sites/:id/goals', 'RO'],
  ['POST', '/sites/:id/goals', 'FA'],
  ['GET', '/sites/:id/goals/report', 'RO'],
  ['GET', '/sites/:id/goals/report.csv', 'RO'],
  ['GET', '/sites/:id/goals/preview', 'RO'],
  ['GET', '/sites/:id/goals/:goal_id', 'RO'],
  ['PATCH', '/sites/:id/goals/:goal_id', 'FA'],
  ['DELETE', '/sites/:id/goals/:goal_id', 'FA'],
  // Source: decisions, section 10.
  ['GET', '/sites/:id/funnels', 'RO'],
  ['POST', '/sites/:id/funnels', 'FA'],
  ['GET', '/sites/:id/funnels/:funnel_id', 'RO'],
  ['PATCH', '/sites/:id/funnels/:funnel_id', 'FA'],
  ['DELETE', '/sites/:id/funnels/:funnel_id', 'FA'],
  ['GET', '/sites/:id/funnels/:funnel_id/report', 'RO'],
  ['GET', '/sites/:id/funnels/:funnel_id/report.csv', 'RO'],
  ['GET', '/sites/:id/paths', 'RO'],
  ['GET', '/sites/:id/paths.csv', 'RO'],
  // Segments; decisions, section 10
  ['GET', '/sites/:id/segments', 'RO'],
  ['POST', '/sites/:id/segments', 'FA'],
  ['GET', '/sites/:id/segments/:segment_id', 'RO'],
  ['PATCH', '/sites/:id/segments/:segment_id', 'FA'],
  ['DELETE', '/sites/:id/segments/:segment_id', 'FA'],
  // Shared links; decisions, section 10
  ['GET', '/sites/:id/shared_links', 'RO'],
  ['POST', '/sites/:id/shared_links', 'FA'],
  ['GET', '/sites/:id/shared_links/:link_id', 'RO'],
  ['PATCH', '/sites/:id/shared_links/:link_id', 'FA'],
  ['DELETE', '/sites/:id/shared_links/:link_id', 'FA'],
  // What anybody may see; our own addition
  ['GET', '/public/:uid', 'public'],
  // Groups
  ['GET', '/groups', 'RO + ULTRA'],
  ['GET', '/groups/:id', 'RO + ULTRA'],
  ['POST', '/groups', 'FA + ULTRA'],
  ['PATCH', '/groups/:id', 'FA + ULTRA'],
  ['PUT', '/groups/:id', 'FA + ULTRA'],
  ['DELETE', '/groups/:id', 'FA + ULTRA'],
  // Team and operator; our own addition
  ['GET', '/team', 'RO + ULTRA'],
  ['POST', '/team/invitations', 'FA + ULTRA'],
  ['DELETE', '/team/invitations/:invitation_id', 'FA + ULTRA'],
  ['PATCH', '/team/:member_id', 'FA + ULTRA'],
  ['PUT', '/team/:member_id', 'FA + ULTRA'],
  ['DELETE', '/team/:member_id', 'FA + ULTRA'],
  ['GET', '/operator', 'RO'],
  ['POST', '/operator/jobs/:name/run', 'FA'],
  ['GET', '/operator/signups', 'RO'],
  ['POST', '/operator/signups/:id/approve', 'FA'],
  ['DELETE', '/operator/signups/:id', 'FA'],
  // Webhooks
  ['GET', '/webhooks', 'RO + SUB'],
  ['GET', '/webhooks/:id', 'RO + SUB'],
  ['POST', '/webhooks', 'FA + SUB'],
  ['PATCH', '/webhooks/:id', 'FA + SUB'],
  ['PUT', '/webhooks/:id', 'FA + SUB'],
  ['DELETE', '/webhooks/:id', 'FA + SUB'],
  ['POST', '/webhooks/:id/rotate_secret', 'FA + SUB'],
  ['POST', '/webhooks/:id/test', 'FA + SUB'],
  ['GET', '/webhooks/:id/deliveries', 'RO + SUB'],
  ['POST', '/webhooks/:id/deliveries/:delivery_id/redeliver', 'FA + SUB'],
  // Alerts and notification channels; decisions, section 10
  ['GET', '/sites/:id/alerts', 'RO + SUB'],
  ['POST', '/sites/:id/alerts', 'FA + SUB'],
  ['GET', '/sites/:id/alerts/preview', 'RO + SUB'],
  ['GET', '/sites/:id/alerts/:alert_id', 'RO + SUB'],
  ['PATCH', '/sites/:id/alerts/:alert_id', 'FA + SUB'],
  ['DELETE', '/sites/:id/alerts/:alert_id', 'FA + SUB'],
  ['GET', '/sites/:id/alerts/:alert_id/firings', 'RO + SUB'],
  ['GET', '/notification_channels', 'RO + SUB'],
  ['POST', '/notification_channels', 'FA + SUB'],
  ['GET', '/notification_channels/web_push_key', 'RO + SUB'],
  ['GET', '/notification_channels/:id', 'RO + SUB'],
  ['PATCH', '/notification_channels/:id', 'FA + SUB'],
  ['DELETE', '/notification_channels/:id', 'FA + SUB'],
  ['POST', '/notification_channels/:id/test', 'FA + SUB'],
  ['GET', '/notification_channels/:id/deliveries', 'RO + SUB'],
];

const server = shareServer();
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const specified = SPECIFIED.map(([method, path]) => nameOf({ method, path })).sort();

test('GET / lists every endpoint of the specification and no other', async () => {
  const { endpoints } = (await server().api('GET', '', { key: null })).body;
  expect(endpoints.map(nameOf).sort()).toEqual(specified);
});

test('GET / tells the access of each, and what it is for', async () => {
  const { endpoints } = (await server().api('GET', '', { key: null })).body;
  for (const [method, path, access] of SPECIFIED)
    expect(endpoints).toContainEqual({ method, path, access, summary: expect.stringMatching(/^.{5,80}$/) });
});

test('the document describes every endpoint of the specification and no other', async () => {
  const document = (await server().api('GET', '/openapi.json', { key: null })).body;
  const described = operationsOf(document).map(({ method, path }) =>
    nameOf({ method, path: path.replace(/\{(\w+)\}/g, ':$1') }),
  );
  expect(described.sort()).toEqual(specified);
});

test.each(SPECIFIED)('%s %s is there, with access %s', async (method, path, access) => {
  const at = await filledPath(server(), path);
  const call = async (key: string | null) => (await server().api(method, at, { key })).status;
  const { full, readOnly } = server().owner;
  // A signup without a body is let in, and then refused.
  const open = path === '/agent_signups' ? 422 : 200;
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
