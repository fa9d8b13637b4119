import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import type { Services } from '../../compose/services.ts';
import type { Account } from '../../core/access.ts';
import { CommandError } from '../../core/errors.ts';
import { PUBLIC_SECTIONS } from '../../core/public-page.ts';
import type { Site } from '../../core/site.ts';
import { createIssue, createLink, type Issue, type Link } from '../../features/content/links/link.ts';
import { CAMPAIGNS, DEMO_FUNNELS, DEMO_GOALS, DEMO_SEGMENTS } from '../../features/demo/fixtures.ts';
import { generateDemoHistory, generateDemoKudos } from '../../features/demo/history.ts';
import {
  DEMO_INCIDENT,
  DEMO_MAINTENANCE,
  type DemoCheck,
  demoMonitors,
  generateDemoChecks,
  generateDemoDowntimes,
  listDemoLinks,
  type MonitoringPlan,
} from '../../features/demo/monitoring.ts';
import {
  NOTES_ANOMALIES,
  type PlannedAnomaly,
  WORKSHOP_ANOMALIES,
} from '../../features/demo/planned-anomalies.ts';
import { createImportDerivations } from '../../features/imports/derivations.ts';
import { dueTime } from '../../features/insights/schedule.ts';
import {
  addCheck,
  createHour,
  type HourOfChecks,
  startOfHour,
} from '../../features/uptime/check/check-samples.ts';
import { INITIAL_STATE } from '../../features/uptime/state/monitor-state.ts';
import { addDays, toDay } from '../../lib/time.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import { createUid } from '../../lib/uid.ts';
import type { CommandRun } from './command-run.ts';

const DEMO_EMAIL = 'demo@example.org';
const DAYS = 90;
/** Days that the demonstration has insights about. */
const INSIGHT_DAYS = 7;
const SITES = [
  {
    url: 'https://workshop.example',
    label: 'Alder & Ash workshop',
    visitorsADay: 420,
    seed: 7,
    anomalies: WORKSHOP_ANOMALIES,
  },
  {
    url: 'https://notes.example',
    label: 'Notes from the bench',
    visitorsADay: 90,
    seed: 11,
    anomalies: NOTES_ANOMALIES,
  },
] as const;

/** Alerts of the demonstration: nobody visits it, so that those on drops and silence would fire within hours. */
const DEMO_ALERTS = ['spike', 'monitor', 'broken_link'] as const;

/** Fills a data folder with 90 days of two sites and answers a login for them. Refused where the demo already is. */
export async function fillWithDemo(
  services: Services,
  run: Pick<CommandRun, 'signal' | 'onProgress'>,
): Promise<{ email: string; password: string; hits: number }> {
  const { stores, access, sites } = services;
  const { clock } = services.context;
  const { accounts } = access;
  if (accounts.findUserByEmail(DEMO_EMAIL)) {
    throw new CommandError(
      `${DEMO_EMAIL} is already in this data folder: name another with --data, or set a password with \`footfall user set\``,
    );
  }
  const password = randomBytes(12).toString('base64url');
  const user = await accounts.createUser({ email: DEMO_EMAIL, name: 'Demo', plan: 'ultra', password });
  const account = accounts.getAccount(user, undefined);
  let imported = 0;
  for (const { url, label, visitorsADay, seed, anomalies } of SITES) {
    const site = sites.service.create(account, {
      url,
      label,
      public: true,
      // Its visitors read help on another host.
      allow_from_any_domain: true,
    });
    const file = stores.folder.temporary(`demo-${site.id}.ndjson`);
    const plan = { seed, siteUrl: url, visitorsADay, anomalies, days: DAYS, until: clock.now() };
    await writeHistory(file, plan);
    const facts = sites.getFacts(site);
    const derive = createImportDerivations(services.ingest, facts);
    const report = await stores.hits.importFile({
      siteId: site.id,
      siteUrl: site.url,
      file,
      format: 'ndjson',
      derive,
      now: clock.now(),
      ...run,
    });
    imported += report.imported.hit;
    rmSync(file, { force: true });
    services.kudos.store.insertAll(
      generateDemoKudos(plan).map(kudo => ({ ...kudo, siteId: site.id, uid: createUid() })),
    );
    writeSignals(services, site, anomalies);
    writeSegments(services, site);
    for (const funnel of DEMO_FUNNELS) sites.funnels.create(site.id, funnel);
    const goals = DEMO_GOALS.map(goal => sites.goals.create(site.id, goal));
    for (const kind of DEMO_ALERTS) services.alerts.create(site, { kind });
    for (const { id } of goals.slice(0, 1)) services.alerts.create(site, { kind: 'goal', goal_id: id });
    saveCampaignLinks(services, site);
    writeUptime(services, site, plan);
    await writeImpact(services, site, run.signal);
    await writeMonitors(services, site);
    sites.settings.update(site, {
      capture: { outbound_links: true, downloads: true, forms: true, not_found: true, engagement: true },
      public_page: { sections: [...PUBLIC_SECTIONS], properties: ['author', 'plan'] },
    });
    await sites.service.updateFeatures(account, site, { uptime: true, content_monitoring: true });
    writeStatusPage(services, { account, site });
    writeContent(services, site);
    await generateInsights(services, site);
  }
  return { email: DEMO_EMAIL, password, hits: imported };
}

/** Segments of the demonstration. */
function writeSegments({ sites: { segments } }: Services, site: Site): void {
  const writer = { userId: site.ownerId, canWriteSite: true };
  for (const segment of DEMO_SEGMENTS) segments.create(site.id, segment, writer);
}

/** Annotations of the demonstration. */
function writeSignals(
  { sites: { signals }, context: { clock } }: Services,
  site: Site,
  anomalies: readonly PlannedAnomaly[],
): void {
  for (const { note, firstAgo } of anomalies) {
    if (!note) continue;
    const day = addDays(toDay(clock.now(), 'UTC'), -firstAgo);
    signals.write(site.id, { ...note, occurred_at: `${day}T06:30:00Z` });
  }
}

/** The links that the campaigns of the demonstration were shared as. */
function saveCampaignLinks({ sites: { campaignLinks } }: Services, site: Site): void {
  for (const [{ path, ...values }] of CAMPAIGNS)
    campaignLinks.create(site, { ...values, url: path, name: `${values.campaign} (${values.content})` });
}

/** Further monitors, which stay pending since names below `.example` are never checked, and planned maintenance. */
async function writeMonitors({ uptime: { service } }: Services, site: Site): Promise<void> {
  const { hostname } = new URL(site.url);
  for (const monitor of demoMonitors(hostname)) await service.monitors.create(site, monitor);
  service.maintenance.create(site.id, DEMO_MAINTENANCE, 'UTC');
}

/** The status page of the demonstration, with an incident that is over. */
function writeStatusPage(
  { statusPages: { pages, incidents, store }, uptime, context: { clock } }: Services,
  { account, site }: { readonly account: Account; readonly site: Site },
): void {
  const home = uptime.store.findHomeMonitor(site.id);
  const page = pages.create(account, {
    site_id: site.id,
    title: `${site.label} status`,
    enabled: true,
    shows_impact: true,
    monitors: home ? [{ monitor_id: home.id, name: 'Website' }] : [],
  });
  const { title, hoursAgo, notes } = DEMO_INCIDENT;
  const hoursAgoAt = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS);
  const { id: incidentId } = incidents.open(page, {
    title,
    status: 'resolved',
    started_at: hoursAgoAt(hoursAgo).toISOString(),
    resolved_at: hoursAgoAt(notes.at(-1)?.hoursAgo ?? 0).toISOString(),
  });
  for (const { status, text, hoursAgo: notedAgo } of notes) {
    const at = hoursAgoAt(notedAgo);
    const note = { pageId: page.id, incidentId, downtimeId: null, status, text };
    store.insertNote({ ...note, createdAt: at, updatedAt: at });
  }
}

/** Days until the certificate and the domain run out. */
const EXPIRY_DAYS = { certificate: 63, domain: 212 };
/** Single checks are kept of as many hours as the dashboard shows. */
const SAMPLED_MS = 25 * HOUR_MS;

/** Sums up checks by hour. */
const toHours = (checks: readonly DemoCheck[], until: Date): HourOfChecks[] =>
  [...Map.groupBy(checks, ({ atMs }) => startOfHour(atMs))].map(([hourMs, ofHour]) => {
    const hour = ofHour.reduce(addCheck, createHour(hourMs));
    return until.getTime() - hourMs <= SAMPLED_MS ? hour : { ...hour, samples: [] };
  });

/** Writes history as if the site had been monitored all along. Names below `.example` are never checked, so it stays as it is. */
function writeUptime({ uptime: { store } }: Services, site: Site, plan: MonitoringPlan): void {
  const { until } = plan;
  const inDays = (days: number): number => until.getTime() + days * DAY_MS;
  const checks = generateDemoChecks(plan);
  const { hostname } = new URL(site.url);
  store.transaction(() => {
    const { id } = store.insertMonitor({
      siteId: site.id,
      isHome: true,
      pausedAt: null,
      state: INITIAL_STATE,
      lastCheckAt: until,
      nextCheckAt: until,
      checkIntervalS: 60,
      lastStatusCode: 200,
      lastError: null,
      lastErrorCode: null,
      lastResponseMs: checks.at(-1)?.responseMs ?? null,
      certificate: {
        host: hostname,
        expiresAtMs: inDays(EXPIRY_DAYS.certificate),
        isValid: true,
        lastNotified: null,
      },
      domain: {
        name: hostname,
        lookedUpAtMs: until.getTime(),
        answer: { atMs: until.getTime(), expiresAtMs: inDays(EXPIRY_DAYS.domain), source: 'rdap' },
        lastNotified: null,
      },
      createdAt: new Date(checks[0]?.atMs ?? until),
      updatedAt: until,
    });
    for (const hour of toHours(checks, until)) store.saveHour(id, hour);
    for (const { startedAt, endedAt, error, statusCode } of generateDemoDowntimes(plan)) {
      const downtime = store.openDowntime({
        monitorId: id,
        startedAt,
        error,
        errorCode: statusCode === null ? 'timeout' : 'status',
        statusCode,
        isPartial: false,
      });
      store.changeDowntime(downtime.id, { endedAt });
    }
  });
}

/** What the downtimes cost, as worked out when they end. */
async function writeImpact(
  { uptime: { store, readImpact } }: Services,
  site: Site,
  signal: AbortSignal,
): Promise<void> {
  for (const { siteId, downtime } of store.listWithoutImpact(new Date(0))) {
    if (siteId !== site.id) continue;
    const { id, startedAt, endedAt } = downtime;
    if (endedAt === null) continue;
    const impact = await readImpact(site.id, { start: startedAt, end: endedAt }, signal);
    if (impact) store.changeDowntime(id, { impact });
  }
}

/** What a crawl of this morning found; there is no next one. */
function writeContent({ content: { store }, context: { clock } }: Services, site: Site): void {
  const now = clock.now();
  const checkedAt = now.getTime();
  const { pages, broken, mixed } = listDemoLinks({ siteUrl: site.url });
  const crawled = { seenIn: 1, checkedIn: 1, readIn: 1, checkedAt };
  const links = pages.map(
    ({ url, snippet }, index): Link => ({
      ...createLink(index + 1, url),
      ...crawled,
      kind: 'page',
      verdict: 'ok',
      statusCode: 200,
      snippet,
    }),
  );
  const start = links.slice(0, 1);
  for (const [index, link] of links.entries())
    if (pages[index]?.isLinked) Object.assign(link, { foundOn: start, foundCount: 1 });
  const findPages = (paths: readonly string[]) =>
    links.filter(({ url }) => paths.includes(url.slice(site.url.length)));
  const fault = { statusCode: 404, errorMessage: 'answered 404 Not Found' };
  const issues: Issue[] = [
    ...broken.map(({ url, on }) => ({
      ...createIssue(url, 'broken_link', 1),
      ...fault,
      checkedAt,
      foundOn: findPages(on),
      foundCount: on.length,
    })),
    {
      ...createIssue(mixed.url, 'mixed_content', 1),
      errorMessage: 'loaded over HTTP by an HTTPS page',
      checkedAt,
      foundOn: findPages(mixed.on),
      foundCount: mixed.on.length,
    },
  ];
  const brokenLinks = broken.map(
    ({ url }, index): Link => ({
      ...createLink(pages.length + index + 1, url),
      ...crawled,
      ...fault,
      verdict: 'broken',
    }),
  );
  store.transaction(() => {
    store.saveChanges(site.id, { links: [...links, ...brokenLinks], removed: [], issues, fixed: [] }, now);
    store.setReported(site.id, now);
    store.saveMonitor(site.id, { nextCrawlAt: null, crawl: 1, lastCheckAt: now });
  });
}

/** Writes history as if the server had been running all week. */
async function generateInsights({ insights, context: { clock } }: Services, site: Site): Promise<void> {
  const today = toDay(clock.now(), 'UTC');
  for (let ago = INSIGHT_DAYS; ago > 0; ago--) {
    const day = addDays(today, -ago);
    const generatedAt = dueTime(addDays(day, 1), 'UTC');
    if (generatedAt <= clock.now())
      await insights.service.generateFor({ site, zone: 'UTC', day, generatedAt });
  }
}

async function writeHistory(file: string, plan: Parameters<typeof generateDemoHistory>[0]): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 });
  for (const row of generateDemoHistory(plan)) {
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
