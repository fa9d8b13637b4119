/** A server with something on every page: weeks of a demo site, and another whose every text means harm. */
import { writeFileSync } from 'node:fs';
import { generateDemoHistory } from '../../src/features/demo/history.ts';
import { WORKSHOP_ANOMALIES } from '../../src/features/demo/planned-anomalies.ts';
import { createImportDerivations } from '../../src/features/imports/derivations.ts';
import { dueTime } from '../../src/features/insights/schedule.ts';
import { addDays, toDay } from '../../src/lib/time.ts';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { startDashboardServer } from './dashboard.ts';
import type { TestServer, TestServerOptions } from './server.ts';

/** Markup that would change the page's title, and a mark that turns the writing around. */
const MARKUP = `<img src=x onerror="document.title='owned'">\u202egnp.exe`;
/** An address that runs, where a text is taken for one. */
const SCRIPT = "javascript:document.title='owned'";
/** Without a place to break a line. */
const LONG = 'W'.repeat(1024);

export interface FilledDashboard extends AsyncDisposable {
  readonly server: TestServer;
  readonly demo: { readonly id: number; readonly uid: string };
  readonly hostile: { readonly id: number; readonly uid: string };
  readonly groupId: number;
  readonly webhookId: number;
  /** A signal of each site. */
  readonly signalIds: { readonly demo: number; readonly hostile: number };
}

const DAYS = 40;
const VISITORS_A_DAY = 60;

export async function startFilledServer(options: TestServerOptions = {}): Promise<FilledDashboard> {
  const server = await startDashboardServer(options);
  const give = async (method: string, path: string, body: unknown) => {
    const answer = await server.api(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const demo = await fillDemoSite(server);
  await fillAccount(give);
  const hostile = await server.given.site({ url: 'https://hostile.example', label: MARKUP, public: true });
  const hostileSignalId = await fillHostileSite(give, hostile.id, server.clock.now());
  const deployedAt = new Date(server.clock.now().getTime() - 3 * DAY_MS).toISOString();
  const { signal: deploy } = await give('POST', `/sites/${demo.id}/signals`, {
    signal: { title: 'Deploy 42', category: 'launch', occurred_at: deployedAt },
  });
  for (const id of [demo.id, hostile.id]) {
    await give('PATCH', `/sites/${id}/features`, { uptime: true, content_monitoring: true });
    const { status_page: page } = await give('POST', '/status_pages', {
      site_id: id,
      title: MARKUP,
      enabled: true,
    });
    await give('POST', `/status_pages/${page.id}/incidents`, { title: MARKUP, text: `${MARKUP}\n${LONG}` });
  }
  const { group } = await give('POST', '/groups', { name: MARKUP, site_ids: [demo.id, hostile.id] });
  for (const every of ['week', 'month']) {
    await give('POST', '/me/reports', { scope: 'group', group_id: group.id, every });
    await give('POST', '/me/reports', { scope: 'site', site_id: demo.id, every });
  }
  const { webhook } = await give('POST', '/webhooks', {
    url: `https://hooks.example/${encodeURIComponent(MARKUP)}`,
    events: ['new_hit'],
  });
  await give('POST', '/notification_channels', {
    kind: 'webhook',
    name: MARKUP,
    settings: { url: 'https://hooks.example/' },
    quiet_hours: { from: '22:00', until: '07:00' },
  });
  for (const { id } of [demo, hostile])
    for (const kind of ['spike', 'silence', 'monitor'])
      await give('POST', `/sites/${id}/alerts`, { kind, name: kind === 'spike' ? MARKUP : null });
  return {
    server,
    demo,
    hostile,
    groupId: group.id,
    webhookId: webhook.id,
    signalIds: { demo: deploy.id, hostile: hostileSignalId },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function fillDemoSite({ services, owner }: TestServer) {
  const { accounts } = services.access;
  const { service: sites, getFacts: getSiteFacts } = services.sites;
  const { hits } = services.stores;
  const { service: insights } = services.insights;
  const { clock } = services.context;
  const account = accounts.getAccount(accounts.getUserByEmail(owner.email), undefined);
  const site = sites.create(account, { url: 'https://workshop.example', label: 'Alder & Ash', public: true });
  const file = services.stores.folder.temporary('demo.ndjson');
  const history = generateDemoHistory({
    seed: 7,
    siteUrl: 'https://workshop.example',
    days: DAYS,
    visitorsADay: VISITORS_A_DAY,
    anomalies: WORKSHOP_ANOMALIES,
    until: clock.now(),
  });
  writeFileSync(file, [...history].map(row => JSON.stringify(row)).join('\n'));
  await hits.importFile({
    siteId: site.id,
    siteUrl: site.url,
    file,
    format: 'ndjson',
    derive: createImportDerivations(services.ingest, getSiteFacts(site)),
    now: clock.now(),
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  for (const ago of [3, 2]) {
    const day = addDays(toDay(clock.now(), 'UTC'), -ago);
    await insights.generateFor({ site, zone: 'UTC', day, generatedAt: dueTime(addDays(day, 1), 'UTC') });
  }
  return site;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Give = (method: string, path: string, body: unknown) => Promise<any>;

async function fillAccount(give: Give): Promise<void> {
  await give('PATCH', '/me/settings', { name: MARKUP });
  await give('POST', '/keys', { name: MARKUP, access_type: 'read_only' });
  await give('POST', '/team/invitations', { email: 'viewer@example.org', role: 'viewer' });
}

/** Returns the id of its last signal. */
async function fillHostileSite(give: Give, id: number, now: Date): Promise<number> {
  let signalId = 0;
  for (const text of [MARKUP, SCRIPT, LONG]) {
    const fields = {
      path: `/${text}`.slice(0, 1024),
      referrer: `https://referrer.example/${text}`,
      source: text.slice(0, 200),
      user_agent: text,
      visitor_id: 'somebody',
      country: 'DE',
      properties: { hostile: text.replaceAll(/\p{Cc}/gu, '').slice(0, 512) },
    };
    const campaign = `https://hostile.example/?utm_campaign=${encodeURIComponent(text.slice(0, 200))}`;
    await give('POST', `/sites/${id}/hits/batch`, [fields, { ...fields, url: campaign }]);
    const event = `hostile.${text.replaceAll('.', '').slice(0, 110)}`;
    await give('POST', `/sites/${id}/events`, { ...fields, event, value: text });
    await give('POST', `/sites/${id}/kudos`, { path: fields.path });
    await give('POST', `/sites/${id}/agent_visits`, {
      ...fields,
      user_agent: `GPTBot/1.0 ${text}`.slice(0, 1024),
    });
    const occurredAt = new Date(now.getTime() - 2 * DAY_MS).toISOString();
    await give('POST', `/sites/${id}/goals`, {
      name: text.slice(0, 200),
      event,
      properties: { hostile: fields.properties.hostile },
    });
    const { signal } = await give('POST', `/sites/${id}/signals`, {
      signal: { title: text.slice(0, 200), description: text, occurred_at: occurredAt },
    });
    signalId = signal.id;
  }
  return signalId;
}
