/** Paths of the API with their parameters filled in. */
import { crawlAll } from './crawling.ts';
import type { TestServer } from './server.ts';
import { aMember } from './shared-server.ts';
import { until } from './until.ts';

/**
 * The path with its parameters (`:id` or `{id}`) replaced by resources of the server's owner, made for it;
 * those that no one can make through the API are replaced by a word.
 */
export async function filledPath(server: TestServer, path: string): Promise<string> {
  const { given, api } = server;
  if (!/[:{]/.test(path)) return path;
  const make = async (at: string, body: unknown) => (await api('POST', at, { body })).body;
  if (path.startsWith('/webhooks/')) {
    // An account may have only so many: one serves until a test has deleted it.
    const [kept] = (await api('GET', '/webhooks')).body.webhooks;
    const body = { url: 'https://hooks.example/', events: ['new_insight'] };
    const webhook = kept ?? (await make('/webhooks', body)).webhook;
    const ofWebhook = path.replace(/:id|\{id\}/, String(webhook.id));
    if (!/delivery_id/.test(path)) return ofWebhook;
    const { delivery } = await make(`/webhooks/${webhook.id}/test`, {});
    return ofWebhook.replace(/:delivery_id|\{delivery_id\}/, String(delivery.id));
  }
  if (path.startsWith('/notification_channels/')) {
    // As of webhooks.
    const [kept] = (await api('GET', '/notification_channels')).body.notification_channels;
    const body = { kind: 'webhook', settings: { url: 'https://hooks.example/' } };
    const channel = kept ?? (await make('/notification_channels', body)).notification_channel;
    return path.replace(/:id|\{id\}/, String(channel.id));
  }
  if (path.startsWith('/transfers/')) {
    const giver = await aMember(server, 'viewer');
    await server.setUser(giver.email, { plan: 'zen' });
    const { id } = await given.site({}, giver.full);
    const body = { account_id: server.owner.id };
    const { transfer } = (await api('POST', `/sites/${id}/transfer`, { key: giver.full, body })).body;
    return path.replace(/:transfer_id|\{transfer_id\}/, String(transfer.id));
  }
  if (path.startsWith('/status_pages/')) return statusPath(server, path);
  if (path.startsWith('/keys/')) {
    const { key } = await make('/keys', { name: 'one of many', access_type: 'read_only' });
    return path.replace(/:id|\{id\}/, String(key.id));
  }
  if (path.startsWith('/me/reports/')) {
    const { id } = await given.site();
    const { report } = await make('/me/reports', { scope: 'site', site_id: id, every: 'week' });
    return path.replace(/:id|\{id\}/, String(report.id));
  }
  if (path.startsWith('/me/sessions/')) return path.replace(/:\w+|\{\w+\}/, String(newSession(server)));
  if (path.startsWith('/operator/signups/'))
    return path.replace(/:id|\{id\}/, String(newSignup(server).signup.id));
  if (path.startsWith('/agent_signups/')) {
    const { signup, token } = newSignup(server);
    return `${path.replace(/:id|\{id\}/, signup.uid)}?token=${token}`;
  }
  if (path.startsWith('/operator/jobs/')) return path.replace(/:name|\{name\}/, 'mail.prune');
  if (path.startsWith('/team/invitations/')) {
    // Only so many an hour: one serves until a test has taken it back.
    const [kept] = (await api('GET', '/team')).body.invitations;
    const body = { email: 'invited@example.org', role: 'viewer' };
    const invitation = kept ?? (await make('/team/invitations', body)).invitation;
    return path.replace(/:invitation_id|\{invitation_id\}/, String(invitation.id));
  }
  if (path.startsWith('/team/'))
    return path.replace(/:member_id|\{member_id\}/, String((await aMember(server, 'viewer')).id));
  if (path.startsWith('/public/'))
    return path.replace(/:uid|\{uid\}/, (await given.site({ public: true })).uid);
  const inGroup = path.startsWith('/groups/');
  const { id } = inGroup ? (await make('/groups', { name: 'Shops' })).group : await given.site();
  if (/\/uptime(\/|$)/.test(path)) await api('PATCH', `/sites/${id}/features`, { body: { uptime: true } });
  const filled = path.replace(/:id|\{id\}/, String(id));
  if (/:alert_id|\{alert_id\}/.test(path)) {
    const { alert } = await make(`/sites/${id}/alerts`, { kind: 'spike' });
    return filled.replace(/:alert_id|\{alert_id\}/, String(alert.id));
  }
  if (/window_id/.test(path)) {
    const body = {
      name: 'Move',
      kind: 'once',
      starts_at: '2026-03-14T20:00:00Z',
      ends_at: '2026-03-14T22:00:00Z',
    };
    const { maintenance_window: window } = await make(`/sites/${id}/maintenance_windows`, body);
    return filled.replace(/:window_id|\{window_id\}/, String(window.id));
  }
  if (/monitor_id/.test(path)) {
    const body = { name: 'Checkout', kind: 'http', url: 'https://93.184.215.14/' };
    const { monitor } = await make(`/sites/${id}/monitors`, body);
    return filled.replace(/:monitor_id|\{monitor_id\}/, String(monitor.id));
  }
  if (/signal_id/.test(path)) {
    const signal = { occurred_at: '2026-03-09T08:00:00Z', title: 'Launch' };
    const made = (await make(`/sites/${id}/signals`, { signal })).signal;
    return filled.replace(/:signal_id|\{signal_id\}/, String(made.id));
  }
  if (/segment_id/.test(path)) {
    const { segment } = await make(`/sites/${id}/segments`, { name: 'Germany', filters: { country: 'DE' } });
    return filled.replace(/:segment_id|\{segment_id\}/, String(segment.id));
  }
  if (/goal_id/.test(path)) {
    const { goal } = await make(`/sites/${id}/goals`, { name: 'Thanks', path: '/thanks' });
    return filled.replace(/:goal_id|\{goal_id\}/, String(goal.id));
  }
  if (/funnel_id/.test(path)) {
    const steps = [{ path: '/' }, { event: 'paid' }];
    const { funnel } = await make(`/sites/${id}/funnels`, { name: 'Order', steps });
    return filled.replace(/:funnel_id|\{funnel_id\}/, String(funnel.id));
  }
  if (/campaign_links.*link_id/.test(path)) {
    const made = (await make(`/sites/${id}/campaign_links`, { url: '/', source: 'mail' })).campaign_link;
    return filled.replace(/:link_id|\{link_id\}/, String(made.id));
  }
  if (/shared_links.*link_id/.test(path)) {
    const { shared_link: link } = await make(`/sites/${id}/shared_links`, { name: 'For a client' });
    return filled.replace(/:link_id|\{link_id\}/, String(link.id));
  }
  if (/change_id/.test(path)) {
    await make(`/sites/${id}/hits`, { path: '/' });
    const removal = { kind: 'remove_hits', filters: ['is', 'path', ['/']] };
    const { change } = await make(`/sites/${id}/changes`, removal);
    const at = `/sites/${id}/changes/${change.id}`;
    await until(async () => (await api('GET', at)).body.change.status === 'done');
    return filled.replace(/:change_id|\{change_id\}/, String(change.id));
  }
  if (/import_id/.test(path)) {
    const { import: made } = await make(`/sites/${id}/imports`, 'created_at,path\n2026-03-01,/\n');
    return filled.replace(/:import_id|\{import_id\}/, String(made.id));
  }
  if (/\/content/.test(path)) return filled.replace(/:\w+|\{\w+\}/, String(await brokenLinkOf(server, id)));
  if (!/kudo_uid/.test(filled)) return filled.replace(/:\w+|\{\w+\}/g, 'unknown');
  const { kudo } = await make(`/sites/${id}/kudos`, { path: '/' });
  return filled.replace(/:kudo_uid|\{kudo_uid\}/, kudo.uid);
}

/** A path below a status page of a site, with an incident or a note where it names one. */
async function statusPath({ given, api, services }: TestServer, path: string): Promise<string> {
  const make = async (at: string, body: unknown) => (await api('POST', at, { body })).body;
  const site = await given.site();
  const { id } = (await make('/status_pages', { site_id: site.id, title: 'Status' })).status_page;
  const filled = path.replace(/:id|\{id\}/, String(id));
  if (/downtime_id/.test(path)) {
    const beat = { name: 'Backup', kind: 'heartbeat', period_seconds: 60 };
    const { monitor } = await make(`/sites/${site.id}/monitors`, beat);
    const body = { monitors: [{ monitor_id: monitor.id, name: 'Backup' }] };
    await api('PATCH', `/status_pages/${id}`, { body });
    const startedAt = new Date('2026-03-09T08:00:00Z');
    const facts = { error: 'missing', errorCode: null, statusCode: null, isPartial: false };
    const downtime = services.uptime.store.openDowntime({ monitorId: monitor.id, startedAt, ...facts });
    return filled.replace(/:downtime_id|\{downtime_id\}/, String(downtime.id));
  }
  if (!/incident_id|note_id/.test(path)) return filled;
  const { incident } = await make(`/status_pages/${id}/incidents`, { title: 'Slow', text: 'We see it.' });
  return filled
    .replace(/:incident_id|\{incident_id\}/, String(incident.id))
    .replace(/:note_id|\{note_id\}/, String(incident.notes[0].id));
}

/** Creates a signup of an owner without an account. */
function newSignup({ services }: TestServer) {
  const email = `owner-${crypto.randomUUID()}@example.org`;
  const none = { agentName: null, agentClient: null, siteUrl: null, intendedPlan: null };
  const made = services.signups.service.create({ email, ...none });
  if (made === 'existing_account') throw new Error('the address belongs to no account');
  return made;
}

/** Id of a session of the server's owner. */
function newSession({ services, owner }: TestServer): number {
  const { sessions, accounts } = services.access;
  const browser = { address: '', userAgent: null, sessionToken: undefined, browserToken: undefined };
  const { token } = sessions.createSession(accounts.getUserByEmail(owner.email), browser);
  return sessions.find(token)?.id ?? 0;
}

/** The issue of a site that is watched, and whose name leads nowhere. */
async function brokenLinkOf(server: TestServer, id: number): Promise<number> {
  await server.patch(`/sites/${id}/features`, { content_monitoring: true });
  await crawlAll(server);
  const { issues } = await server.get(`/sites/${id}/content`);
  return issues.broken_links[0].id;
}
