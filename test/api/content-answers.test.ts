/** Content monitoring: access, responses, ignoring and rechecking issues. Source: api-v1, Content monitoring; decisions, section 4. */
import { expect, test } from 'bun:test';
import { crawlAll, LOOPBACK_ONLY, startPages, startWatched, watch } from '../support/crawling.ts';
import { createSchemaCheck, faultOf, operationsOf } from '../support/openapi-document.ts';
import { statusOfMissing } from '../support/path-ids.ts';
import { answered, refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer(LOOPBACK_ONLY);
const OFF = {
  error: 'content monitoring is off for this site: switch it on with PATCH /sites/:id/features',
  content_monitoring_enabled: false,
};

/** Creates a site with one broken link, crawled once. */
async function startBroken() {
  const site = await startWatched(server(), { '/': '<a href="/lost">x</a>' });
  const [issue] = (await site.crawl()).issues.broken_links;
  return {
    ...site,
    issue,
    ignore: (body: unknown = {}) => site.api('PATCH', `/${issue.id}/ignore`, body),
    recheck: () => site.api('POST', `/${issue.id}/recheck`),
  };
}

test('before the first crawl everything is empty', async () => {
  await using site = await watch(server(), 'http://new.test');
  const { content, id } = site;
  const { uid } = await server().get(`/sites/${id}`);
  expect(await content()).toEqual({
    site: { id, uid, url: 'http://new.test', label: 'new.test' },
    monitoring_status: {
      enabled: true,
      root_path: '/',
      last_check_at: null,
      next_check_at: server().clock.now().toISOString(),
      last_error: null,
      is_initial_check: true,
      is_rechecking: false,
      has_issues: false,
      emails_enabled: true,
      emails_paused: false,
      emails_paused_until: null,
      restrict_to_site: false,
      progress: null,
    },
    issues: { broken_links: [], mixed_content: [] },
    ignored_issues: [],
    ok_links: [],
    stats: { total_checked: 0, broken_links_count: 0, mixed_content_count: 0, ignored_count: 0, ok_count: 0 },
  });
});

test('successful links are listed with their status', async () => {
  await using broken = await startBroken();
  expect((await broken.content()).ok_links).toEqual([
    { url: `${broken.url}/`, status_code: 200, checked_at: expect.stringMatching(/^2026-/) },
  ]);
});

test('while monitoring is off every call is 403 and explains it; earlier results come back with it', async () => {
  await using broken = await startBroken();
  await broken.setFeatures({ content_monitoring: false });
  for (const answer of [await broken.api('GET', ''), await broken.ignore(), await broken.recheck()])
    expect([answer.status, answer.body]).toEqual([403, OFF]);
  await broken.setFeatures({ content_monitoring: true });
  const { issues, monitoring_status } = await broken.content();
  expect(issues.broken_links[0].id).toBe(broken.issue.id);
  expect(monitoring_status.next_check_at).toBe(server().clock.now().toISOString());
});

test('an ignored issue is not open, stays ignored over crawls, and can be reopened', async () => {
  await using broken = await startBroken();
  const { status, body } = await broken.ignore();
  expect([status, body]).toEqual([200, { status: 'ignored', issue: { ...broken.issue, ignored: true } }]);
  const content = await broken.crawl(1);
  expect([content.issues.broken_links, content.ignored_issues.length]).toEqual([[], 1]);
  expect(content.stats).toMatchObject({ broken_links_count: 0, ignored_count: 1 });
  expect(content.monitoring_status.has_issues).toBe(false);
  const back = await broken.ignore({ ignored: false });
  expect([back.body.status, back.body.issue.ignored]).toEqual(['open', false]);
  expect((await broken.content()).stats).toMatchObject({ broken_links_count: 1, ignored_count: 0 });
});

test('an issue that was ignored and resolved is still ignored when it comes back', async () => {
  await using broken = await startBroken();
  await broken.ignore();
  for (const [answer, ignored] of [
    ['fine', 0],
    [404, 1],
  ] as const) {
    broken.pages['/lost'] = answer;
    const { stats, ignored_issues } = await broken.crawl(1);
    expect(stats.broken_links_count).toBe(0);
    expect(stats.ignored_count).toEqual(ignored);
    expect(ignored_issues.length).toEqual(ignored);
  }
});

test('an ignored and resolved issue does not come back because its link is on more pages', async () => {
  await using broken = await startBroken();
  await broken.ignore();
  for (const answer of ['fine', 429] as const) {
    broken.pages['/lost'] = answer;
    broken.pages['/more'] = '<a href="/lost">';
    if (answer === 429) broken.pages['/'] = '<a href="/lost"><a href="/more">';
    await broken.crawl(1);
  }
  expect((await broken.content()).ignored_issues).toEqual([]);
});

test('a recheck is queued, runs at once, and closes the issue when it is fixed', async () => {
  await using broken = await startBroken();
  expect(await broken.recheck()).toEqual(answered(202, { status: 'queued', issue: broken.issue }));
  expect((await broken.content()).monitoring_status.is_rechecking).toBe(true);
  server().clock.advance({ minutes: 1 });
  const still = await broken.crawl();
  expect(still.monitoring_status.is_rechecking).toBe(false);
  expect(still.issues.broken_links[0].id).toBe(broken.issue.id);
  expect(still.issues.broken_links[0].checked_at > broken.issue.checked_at).toBe(true);
  broken.pages['/lost'] = 'here';
  await broken.recheck();
  expect((await broken.crawl()).stats).toMatchObject({ broken_links_count: 0, ok_count: 2 });
  expect((await broken.recheck()).status).toBe(404);
});

test('a recheck closes an issue whose link was removed from its page', async () => {
  await using broken = await startBroken();
  broken.pages['/'] = 'no link';
  await broken.recheck();
  expect((await broken.crawl()).stats.broken_links_count).toBe(0);
});

test('an issue is found below its own site only', async () => {
  await using one = await startBroken();
  await using other = await startBroken();
  for (const id of [other.issue.id, 0, -1, 999_999, 'x', '1e3', '%00', '__proto__', '9'.repeat(30)])
    for (const [method, verb] of [
      ['PATCH', 'ignore'],
      ['POST', 'recheck'],
    ] as const)
      expect([id, (await one.api(method, `/${id}/${verb}`, {})).status]).toEqual([id, statusOfMissing(id)]);
});

test.each([
  [{ ignored: 'true' }, 'ignored must be true or false, got "true"'],
  [{ ignored: 1 }, 'ignored must be true or false, got 1'],
  [{ ignored: null }, 'ignored must be true or false, got null'],
  [{ ignored: [] }, 'ignored must be true or false, got []'],
  [{ ignored: { $gt: 0 } }, 'ignored must be true or false, got {"$gt":0}'],
  [[], 'body must be a JSON object, got []'],
  ['{', 'body must be JSON'],
])('the body %p is refused', async (body, error) => {
  await using broken = await startBroken();
  expect(await broken.api('PATCH', `/${broken.issue.id}/ignore`, body)).toEqual(refused(422, error));
  expect((await broken.content()).stats.ignored_count).toBe(0);
});

test('without a subscription there is no content monitoring, and no crawl either', async () => {
  await using site = await startPages({ '/': '' });
  const email = 'lapsed@example.org';
  const { full: key } = await server().given.user(email, 'zen');
  const { id } = await server().given.site({ url: site.url }, key);
  await server().patch(`/sites/${id}/features`, { content_monitoring: true }, key);
  await server().setUser(email, { plan: 'none' });
  await crawlAll(server());
  expect(site.requests()).toEqual([]);
  expect((await server().api('GET', `/sites/${id}/content`, { key })).status).toBe(403);
  await server().setUser(email, { plan: 'zen' });
  server().clock.advance({ hours: 1 });
  await crawlAll(server());
  expect(site.requests()).toContain('GET /');
});

test('a deleted site is not crawled any more, and nothing of it is left after the purge', async () => {
  await using site = await startWatched(server(), { '/': '' });
  const { id } = site;
  await site.crawl();
  const before = site.requests().length;
  await server().api('DELETE', `/sites/${id}`);
  await server().job('sites.purge');
  await site.crawl(1);
  expect(site.requests()).toHaveLength(before);
  expect(server().services.content.getOverview(id)).toMatchObject({ monitor: undefined, okLinks: [] });
});

test('every response matches the OpenAPI document', async () => {
  await using broken = await startBroken();
  const document = await server().get('/openapi.json');
  const check = createSchemaCheck(document);
  const calls = [
    ['getContent', await broken.api('GET', '')],
    ['recheckContentIssue', await broken.recheck()],
    ['getContent', await broken.api('GET', '')],
    ['ignoreContentIssue', await broken.ignore()],
    ['ignoreContentIssue', await broken.ignore({ ignored: 0 })],
    ['getContent', await broken.api('GET', '')],
  ] as const;
  for (const [name, answer] of calls) {
    const operation = operationsOf(document).find(({ operationId }) => operationId === name);
    expect([name, operation && faultOf(operation, answer, check)]).toEqual([name, null]);
  }
});
