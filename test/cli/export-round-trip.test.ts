/** What `footfall export` writes, `footfall import` reads back so that every report is equal. Source: decisions, section 8. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, temporaryFolder } from '../support/cli.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { createRandom } from '../support/random.ts';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

/** How often visitors come in the three days of a history. */
const ROUNDS = IS_LONG ? 40 : 16;

const BROWSERS = [
  'Mozilla/5.0 (X11; Linux x64; rv:130.0) Gecko/20100101 Firefox/130.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
];

const server = shareServer();

/** Two sites of the server, the first to be exported into a folder and the second to be filled from it. */
async function aPair() {
  const folder = temporaryFolder();
  const [first, second] = [await server().given.site(), await server().given.site()];
  const [from, to] = [`/sites/${first.id}`, `/sites/${second.id}`];
  const out = join(folder.path, 'out');
  return {
    ...{ first: first.id as number, second: second.id as number, from, to, out },
    inside: (name: string) => join(folder.path, name),
    add: (list: string, body: object) => server().post(`${from}/${list}`, body),
    /** What the API answers about the second site. */
    get: async (rest: string) => await server().get(`${to}${rest}`),
    export: (flags = '') => run(`export ${first.id} ${out} ${flags}`, server()),
    import: (flags = '') => run(`import ${second.id} ${out} ${flags}`, server()),
    [Symbol.dispose]: folder[Symbol.dispose],
  };
}

/** Writes three days of a site: visitors with ids, with addresses and without either, engagement, agents, kudos and notes. */
async function writeHistory(
  siteId: number,
  { seed, values }: { readonly seed: number; readonly values: readonly string[] },
): Promise<void> {
  const { api, clock, url } = server();
  const { next, pick } = createRandom(seed);
  clock.set('2026-03-07T22:00:00Z');
  const { uid } = (await api('GET', `/sites/${siteId}`)).body;
  await api('PATCH', `/sites/${siteId}/settings`, { body: { capture: { engagement: true } } });
  const report = (fields: object) =>
    fetch(`${url}/page/${uid}`, {
      method: 'POST',
      body: JSON.stringify({ url: 'https://shop.example/read', ...fields }),
      headers: { 'user-agent': BROWSERS[0] ?? '' },
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    clock.advance({ minutes: next(8000 / ROUNDS), ms: next(60_000) });
    const visit = () => ({
      path: pick(['/', '/a', '/a?b=c', '/ü "x", y']),
      ...pick([{}, { visitor_id: pick(['u1', 'u2']) }, { ip_address: pick(['192.0.2.1', '192.0.2.2']) }]),
      ...pick([{}, { user_agent: pick(BROWSERS) }]),
      ...pick([{}, { referrer: pick(['https://www.google.com/', 'https://blog.example/x?y="z"']) }]),
      ...pick([{}, { url: 'https://shop.example/a?utm_source=mail&utm_campaign=spring,"1"' }]),
      ...pick([{}, { country: pick(['DE', 'FR']) }]),
    });
    const hits = Array.from({ length: 1 + next(6) }, visit);
    const events = Array.from({ length: next(3) }, () => ({
      ...visit(),
      event: pick(['cart.add', 'sign up.done']),
      value: pick(values),
    }));
    await api('POST', `/sites/${siteId}/hits/batch`, { body: hits });
    await api('POST', `/sites/${siteId}/events/batch`, { body: events });
    await report({});
    clock.advance({ seconds: 90 });
    await report({ view: round, ms: 1000 * next(60), depth: next(100) / 100 });
    if (next(3) === 0)
      await api('POST', `/sites/${siteId}/agent_visits`, { body: { path: '/a', user_agent: 'GPTBot/1.2' } });
    if (next(3) === 0) await api('POST', `/sites/${siteId}/kudos`, { body: { path: pick(['/', '/a']) } });
  }
  const signal = { occurred_at: '2026-03-08T08:00:00Z', title: 'Launch', metadata: { of: ['x'] } };
  await api('POST', `/sites/${siteId}/signals`, { body: { signal } });
  for (const campaign of ['spring', null]) {
    const link = { url: '/a?b=c', source: 'mail', campaign, name: campaign && 'Ü "x", y' };
    await api('POST', `/sites/${siteId}/campaign_links`, { body: link });
  }
}

const RANGE = 'start_date=2026-03-01&end_date=2026-03-20';
/** Every row that is exported, and what is not in a list. */
const ROWS = [
  'hits?per_page=1000',
  'events?per_page=1000',
  'agent_visits?per_page=1000',
  'kudos?per_page=1000',
  'signals?per_page=100',
  'campaign_links?per_page=100',
  'hits?group_by=path&include_engagement=true',
];
const REPORTS = [
  ...ROWS,
  ...['path', 'referrer', 'source', 'country', 'browser_name', 'device', 'campaign', 'entry_page'].map(
    by => `hits?group_by=${by}&attribution=visit&include_visitors=true`,
  ),
  'hits?group_by=source&include_visitors=true',
  'hits?group_by=date&include_engagement=true&include_visitors=true',
  'hits?group_by=date&interval=hour',
  'events?group_by=event&include_visitors=true',
  'kudos?group_by=path',
  'user_journeys?per_page=50',
  'overview?include_engagement=true',
  'hours?',
];

/** The answers of every report, without what is of the row and not of what was counted. */
async function answers(siteId: number, reports = REPORTS): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const report of reports) {
    const { status, body } = await server().api('GET', `/sites/${siteId}/${report}&${RANGE}`);
    const isOfRow = (key: string) =>
      ['id', 'site_id', 'updated_at'].includes(key) ||
      (/^(signals|campaign)/.test(report) && key === 'created_at');
    found[report] = [
      status,
      JSON.parse(JSON.stringify(body, (key, value) => (isOfRow(key) ? undefined : value))),
    ];
  }
  return found;
}

test.each([
  [1, 'parquet', ''],
  [2, 'ndjson', ''],
  // An empty cell is no value.
  [3, 'csv', ' '],
])('history %d as %s', async (seed, format, blank) => {
  using given = await aPair();
  const { first, second } = given;
  // Reports follow from the rows: of one format in the short form.
  const reports = IS_LONG || format === 'parquet' ? REPORTS : ROWS;
  await writeHistory(first, { seed, values: ['=1+1', 'two\r\nlines', blank] });
  expect((await given.export(`--format ${format}`)).code).toBe(0);
  const { code, err } = await given.import();
  expect([code, err]).toEqual([0, '']);
  const expected = await answers(first, reports);
  const failed = Object.entries(expected).filter(([, answer]) => (answer as unknown[])[0] !== 200);
  expect(failed).toEqual([]);
  expect(await answers(second, reports)).toEqual(expected);
  const again = await given.import();
  expect(again.out).toMatch(/kudos: imported 0; [1-9]/);
  expect(again.out).toContain('notes and campaign links: imported 0; 3 were already there');
  expect(await answers(second, reports)).toEqual(expected);
});

test('goals, funnels and segments of the site go with the settings, once; personal ones do not', async () => {
  using given = await aPair();
  const filters = { country: 'DE', 'property:plan': ['pro', ''] };
  await given.add('segments', { name: 'Germany', filters });
  const steps = [{ path: '/' }, { event: 'a.b', name: 'Sale' }];
  await given.add('funnels', { name: 'Order', steps, within_minutes: 5 });
  await given.add('goals', { name: 'Sale', event: 'a.b', properties: { n: 1 } });
  await given.add('segments', { name: 'Mine', filters: { path: '/' }, visibility: 'personal' });
  await given.export('--format ndjson');
  for (let time = 0; time < 2; time++) await given.import('--settings');
  expect((await given.get('/segments')).segments).toEqual([
    expect.objectContaining({ name: 'Germany', visibility: 'site', filters }),
  ]);
  expect((await given.get('/funnels')).funnels).toMatchObject([{ name: 'Order', within_minutes: 5, steps }]);
  expect((await given.get('/goals')).goals).toEqual([
    expect.objectContaining({ name: 'Sale', event: 'a.b', properties: { n: 1 } }),
  ]);
});

test('the status page goes with the settings, switched off, with its incidents and without its subscribers', async () => {
  using given = await aPair();
  const { first, second } = given;
  const { api, clock, services } = server();
  const beat = { name: 'Backup', kind: 'heartbeat', period_seconds: 3600 };
  const { monitor } = (await given.add('monitors', beat)).body;
  const shown = { name: 'Backups', shows_host: false };
  const body = { site_id: first, title: 'Status', description: 'All', slug: 'our-status', enabled: true };
  const made = await api('POST', '/status_pages', {
    body: { ...body, noindex: false, shows_impact: true, monitors: [{ monitor_id: monitor.id, ...shown }] },
  });
  const page = made.body.status_page;
  const incident = { title: 'Slow', text: 'We see it.', monitor_ids: [monitor.id] };
  await api('POST', `/status_pages/${page.id}/incidents`, { body: incident });
  const subscriber = { email: 'reader@example.org', language: 'en', createdAt: clock.now() } as const;
  services.statusPages.store.putSubscriber({ pageId: page.id, ...subscriber });
  expect((await given.export()).code).toBe(0);
  expect(await Bun.file(join(given.out, 'site.json')).text()).not.toContain('reader@');
  for (let times = 0; times < 2; times++) expect((await given.import('--settings')).code).toBe(0);
  const copy = (await api('GET', '/status_pages')).body.status_pages.at(-1);
  const [kept] = (await given.get('/monitors')).monitors;
  expect(copy).toMatchObject({
    ...{ site_id: second, title: 'Status', description: 'All', enabled: false, noindex: false },
    ...{ shows_impact: true, monitors: [{ monitor_id: kept.id, ...shown }], subscriber_count: 0 },
  });
  expect(copy.slug).not.toBe('our-status');
  expect((await api('GET', `/status_pages/${copy.id}/incidents`)).body.incidents).toMatchObject([
    { title: 'Slow', status: 'investigating', monitor_ids: [kept.id], notes: [{ text: 'We see it.' }] },
  ]);
});

test('page rules, monitors and maintenance windows of the site go with the settings, once; without what may be secret', async () => {
  using given = await aPair();
  const add = (body: object) => given.add('monitors', body);
  const url = 'https://93.184.215.14/';
  await add({ name: 'Plain', kind: 'http', url, expected_status: [204], keyword: 'x' });
  await add({ name: 'Keyed', kind: 'http', url, headers: { authorization: 'Bearer hidden-1' } });
  await add({ name: 'Mail', kind: 'dns', host: 'a.example.org', record_type: 'MX' });
  const backup = await add({ name: 'Backup', kind: 'heartbeat', period_seconds: 86_400, grace_seconds: 60 });
  const weekly = { kind: 'weekly', weekdays: ['monday'], start_time: '01:00', duration_minutes: 5 };
  await given.add('maintenance_windows', { name: 'Updates', ...weekly });
  await server().post(`${given.from}/hits`, { path: '/Old/' });
  const rules = [{ kind: 'lower_case' }, { kind: 'query', keep: ['p'] }, { kind: 'hash' }];
  await server().api('PUT', `${given.from}/page_rules`, { body: { rules } });
  for (const path of ['/?p=1', '/App#/a']) {
    await server().post(`${given.from}/hits`, { path });
    await server().post(`${given.from}/kudos`, { path });
  }
  const pagesAt = async (path: string) =>
    Promise.all(
      ['hits', 'kudos'].map(
        async list => (await server().get(`${path}/${list}?group_by=path`))[`grouped_${list}`],
      ),
    );
  const watched = { count: 3, excluded_paths: ['/account/**'] };
  await server().patch(`${given.from}/watched_pages`, watched);
  await given.export('--format ndjson');
  const described = await Bun.file(join(given.out, 'site.json')).text();
  expect(described).not.toContain('hidden-1');
  expect(described).not.toContain(backup.body.heartbeat_url.split('/').at(-1));
  for (let time = 0; time < 2; time++) await given.import('--settings');
  const windows = (await given.get('/maintenance_windows')).maintenance_windows;
  expect(windows).toMatchObject([{ name: 'Updates', ...weekly }]);
  expect((await given.get('/watched_pages')).watched_pages).toMatchObject(watched);
  expect((await given.get('/page_rules')).rules).toEqual(rules);
  expect(await pagesAt(`/sites/${given.second}`)).toEqual(await pagesAt(given.from));
  expect((await given.get('/monitors')).monitors).toMatchObject([
    { name: 'Plain', enabled: true, url, expected_status: [204], keyword: 'x' },
    { name: 'Keyed', enabled: false, url },
    { name: 'Mail', enabled: true, host: 'a.example.org', record_type: 'MX' },
    { name: 'Backup', enabled: true, period_seconds: 86_400, grace_seconds: 60 },
  ]);
});

test('all of a folder is taken back, also where the site had a part of it, and the folder was imported twice', async () => {
  using given = await aPair();
  const { first, second } = given;
  await writeHistory(first, { seed: 4, values: ['a'] });
  const early = given.inside('early');
  await run(`export ${first} ${early} --end-date 2026-03-08`, server());
  const signal = { occurred_at: '2026-03-09T08:00:00Z', title: 'Mail', external_id: 'm1' };
  await given.add('signals', { signal });
  await given.export();
  await run(`import ${second} ${early}`, server());
  const changed = { ...signal, title: 'Mail, once more' };
  await server().post(`${given.to}/signals`, { signal: changed });
  const before = await answers(second);
  const importAll = async () =>
    (await given.import()).out.split('\n').at(-1)?.replace('to take all of it back: footfall ', '') ?? '';
  const undo = await importAll();
  const whole = await answers(second);
  expect(whole).not.toEqual(before);
  const undoAgain = await importAll();
  expect(undo).toMatch(new RegExp(`^import undo ${second}( \\d+){6}$`));
  expect((await run(undoAgain, server())).code).toBe(0);
  expect(await answers(second)).toEqual(whole);
  const { out } = await run(undo, server());
  expect(out).toMatch(/import \d+ \(kudos.parquet\) undone\nimport \d+ \(site.json\) undone/);
  expect(await answers(second)).toEqual(before);
  const list = (await run(`import list ${second}`, server())).out;
  expect(list).toMatch(/undone +\d+ +2026-03-0\d +2026-03-\d\d .*kudos.parquet/);
});

test('settings of a folder are applied where that is asked for', async () => {
  using given = await aPair();
  const { api } = server();
  const settings = {
    ignore_rules: { paths: ['/admin/*'] },
    retention_days: 730,
    time_zone: 'Asia/Kathmandu',
    spam_hosts: ['spam.example'],
  };
  await api('PATCH', given.from, { body: { label: 'Shop' } });
  await api('PATCH', given.to, { body: { label: 'Copy' } });
  await api('PATCH', `${given.from}/settings`, { body: settings });
  await given.export();
  const ask = async (id: number) => ({
    ...(await api('GET', `/sites/${id}/settings`)).body.settings,
    label: (await api('GET', '/sites')).body.sites.find((site: { id: number }) => site.id === id).label,
  });
  const before = await ask(given.second);
  await given.import();
  expect(await ask(given.second)).toEqual(before);
  expect((await given.import('--settings')).code).toBe(0);
  expect(await ask(given.second)).toEqual(await ask(given.first));
  expect(await ask(given.second)).toMatchObject({ ...settings, label: 'Shop' });
  const refused = await run(`import ${given.second} ${join(given.out, 'site.json')} --settings`, server());
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--settings is for a folder')]);
});

test('a site keeps its days below an account in another time zone', async () => {
  using given = await aPair();
  const setAccount = (time_zone: string) => server().patch('/me/settings', { time_zone });
  await given.export();
  await setAccount('Asia/Tokyo');
  expect((await given.import('--settings')).code).toBe(0);
  const { settings } = await server().get(`${given.to}/settings`);
  await setAccount('UTC');
  expect(settings.time_zone).toBe('UTC');
});

test('a folder that is not as it was written is refused before anything is imported', async () => {
  using given = await aPair();
  const { first, out } = given;
  await given.add('hits', { path: '/a' });
  await given.export('--format csv');
  const manifest = join(out, 'manifest.json');
  const written = readFileSync(manifest, 'utf8');
  const refused = async () => {
    const { code, err } = await run(`import ${first} ${out}`, server());
    expect(code).toBe(1);
    return err.replaceAll(out, 'OUT');
  };
  writeFileSync(manifest, written.replace('"format_version": 1', '"format_version": 2'));
  expect(await refused()).toBe(
    'footfall: OUT/manifest.json was written by a newer version: update this program',
  );
  writeFileSync(manifest, written.replace('hits.csv', '../hits.csv'));
  expect(await refused()).toBe(
    'footfall: OUT/manifest.json is not the manifest of an export: export the site again',
  );
  writeFileSync(manifest, written);
  appendFileSync(join(out, 'kudos.csv'), '\n');
  expect(await refused()).toBe(
    'footfall: OUT/kudos.csv does not match manifest.json: it was changed, or is damaged',
  );
  rmSync(join(out, 'kudos.csv'));
  expect(await refused()).toBe('footfall: kudos.csv is missing in OUT, and manifest.json names it');
  rmSync(manifest);
  expect(await refused()).toBe(
    'footfall: OUT has no manifest.json: it is no export, or one that was not finished',
  );
  expect((await server().get(`${given.from}/hits`)).summary.total_hits).toBe(1);
});
