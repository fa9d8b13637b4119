/** Kudos through the API. Source: api-v1, Kudo; api-v1, Endpoints, Kudos. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { answered, refused } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

/** A site with the calls that its tests make. */
async function aSite(own = server()) {
  const site = await own.given.site();
  const at = `/sites/${site.id}/kudos`;
  return {
    ...site,
    create: (body: unknown) => own.post(at, body),
    list: (query = '') => own.api('GET', `${at}${query}`, { key: own.owner.readOnly }),
    remove: (uid: string) => own.api('DELETE', `${at}/${encodeURIComponent(uid)}`),
    lifetime: async () => (await own.get(`/sites/${site.id}`)).lifetime_kudos,
  };
}

test('a kudo gets a uid of 20 lowercase letters and digits, and the moment', async () => {
  const site = await aSite();
  const { status, body } = await site.create({ path: 'bread' });
  expect(status).toBe(201);
  expect(body).toEqual({
    status: 'created',
    kudo: {
      id: expect.any(Number),
      uid: expect.stringMatching(/^[a-z0-9]{20}$/),
      path: '/bread',
      created_at: '2026-03-10T12:00:00.000Z',
    },
  });
  expect((await site.list()).body.kudos).toEqual([body.kudo]);
});

test('custom_uid sets the uid, and a taken one is 422', async () => {
  const [site, other] = [await aSite(), await aSite()];
  const kudo = { path: '/bread', custom_uid: 'order-7' };
  expect((await site.create(kudo)).body.kudo.uid).toBe('order-7');
  const again = await site.create({ ...kudo, path: '/cake' });
  expect([again.status, again.body]).toEqual([
    422,
    { status: 'error', errors: ['custom_uid "order-7" is taken: the site has a kudo with it'] },
  ]);
  expect((await other.create(kudo)).status).toBe(201);
  expect((await site.list()).body.pagination.total_count).toBe(1);
});

test('of concurrent kudos with the same uid, one is created', async () => {
  const site = await aSite();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => site.create({ path: '/', custom_uid: 'x' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
});

test('the API adds any number of kudos to a page', async () => {
  const site = await aSite();
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.create({ path: '/' })));
  expect(new Set(answers.map(({ body }) => body.kudo.uid)).size).toBe(20);
  expect(await site.lifetime()).toBe(20);
});

const PATH_BLANK = "path can't be blank";
const CONTROL = 'must not contain control characters';
test.each<[unknown, string]>([
  [undefined, 'body must be a JSON object, got nothing'],
  [[], 'body must be a JSON object, got a list'],
  ['"x"', 'body must be a JSON object, got "x"'],
  [7, 'body must be a JSON object, got 7'],
  [{}, PATH_BLANK],
  [{ path: null }, PATH_BLANK],
  [{ path: '  ' }, PATH_BLANK],
  ['{"__proto__":{"path":"/"}}', PATH_BLANK],
  [{ path: 7 }, 'path must be a string, got 7'],
  [{ path: ['/'] }, 'path must be a string, got a list'],
  [{ path: 'x'.repeat(1024) }, 'path must be at most 1024 characters, got 1025'],
  [{ path: '/a\u0000' }, `path ${CONTROL}, got "/a\\u0000"`],
  ['{"path":"/\\ud800"}', 'path must be valid Unicode, got half of a surrogate pair in "/\ufffd"'],
  [{ path: '/', custom_uid: 7 }, 'custom_uid must be a string, got 7'],
  [{ path: '/', custom_uid: {} }, 'custom_uid must be a string, got an object'],
  [{ path: '/', custom_uid: '' }, "custom_uid can't be blank"],
  [{ path: '/', custom_uid: ' \u2003' }, "custom_uid can't be blank"],
  [{ path: '/', custom_uid: 'x'.repeat(129) }, 'custom_uid must be at most 128 characters, got 129'],
  [{ path: '/', custom_uid: 'a\nb' }, `custom_uid ${CONTROL}, got "a\\nb"`],
  [
    '{"path":"/","custom_uid":"\\udfff"}',
    'custom_uid must be valid Unicode, got half of a surrogate pair in "\ufffd"',
  ],
  [{ path: '/', custom_uid: '.' }, 'custom_uid must be more than dots, got "."'],
  [{ path: '/', custom_uid: '..' }, 'custom_uid must be more than dots, got ".."'],
])('a bad body is 422 with the fault: %j', async (body, fault) => {
  const site = await aSite();
  expect(await site.create(body)).toEqual(answered(422, { status: 'error', errors: [fault] }));
  expect(await site.lifetime()).toBe(0);
});

test('every fault of a body is named', async () => {
  const { body } = await (await aSite()).create({ custom_uid: '' });
  expect(body.errors).toEqual([PATH_BLANK, "custom_uid can't be blank"]);
});

test.each([
  '💩'.repeat(128),
  "'; drop table kudos; --",
  '<b>&amp;</b>',
  '__proto__',
  'a/b?c#d',
  '%2e%2e',
  '100 %',
  '...',
  ' padded ',
  'constructor',
])('a kudo of any other uid comes back as it was, is found by it and can be deleted: %j', async uid => {
  const site = await aSite();
  expect((await site.create({ path: '/a', custom_uid: uid })).body.kudo).toMatchObject({ uid, path: '/a' });
  expect((await site.list(`?uid=${encodeURIComponent(uid)}`)).body.kudos).toMatchObject([{ uid }]);
  expect(await site.remove(uid)).toEqual(answered(200, { status: 'deleted', uid }));
  expect((await site.list()).body.kudos).toEqual([]);
});

test('a uid of null is generated, and unknown fields are ignored', async () => {
  const { status, body } = await (await aSite()).create({ path: '/', custom_uid: null, id: 7, site_id: 1 });
  expect([status, body.kudo.uid.length]).toEqual([201, 20]);
});

test('the list is newest first, paginated, and echoes its parameters', async () => {
  await using own = await startTestServer();
  const site = await aSite(own);
  for (const custom_uid of ['a', 'b', 'c', 'd', 'e']) {
    await site.create({ path: '/', custom_uid });
    if (custom_uid !== 'c') own.clock.advance({ seconds: 1 }); // c and d share their moment
  }
  const uids = async (query: string) =>
    (await site.list(query)).body.kudos.map(({ uid }: { uid: string }) => uid).join('');
  expect(await uids('')).toBe('edcba');
  expect(await uids('?per_page=2')).toBe('ed');
  expect(await uids('?per_page=2&page=3')).toBe('a');
  expect(await uids('?page=999999999999999&per_page=1000')).toBe('');
  const { kudos: _, ...rest } = (await site.list('?per_page=2&page=2')).body;
  expect(rest).toEqual({
    pagination: { current_page: 2, per_page: 2, total_count: 5, total_pages: 3 },
    filters: expect.objectContaining({
      start_date: '2026-02-08',
      end_date: '2026-03-10',
      time_zone: 'utc',
      zone: 'UTC',
      path: null,
      uid: null,
    }),
  });
});

test('the list is filtered by days, in the given time zone', async () => {
  await using own = await startTestServer();
  const { full: key } = await own.given.user('auckland@example.org', 'pro', 'Pacific/Auckland');
  const site = await own.given.site({}, key);
  const count = async (query: string) =>
    (await own.get(`/sites/${site.id}/kudos?${query}`, key)).pagination.total_count;
  await own.post(`/sites/${site.id}/kudos`, { path: '/' }, key); // 01:00 on the 11th there
  expect(await count('start_date=2026-03-10&end_date=2026-03-10')).toBe(1);
  expect(await count('start_date=2026-03-11&end_date=2026-03-11')).toBe(0);
  expect(await count('start_date=2026-03-11&end_date=2026-03-11&time_zone=user')).toBe(1);
  expect(await count('start_date=2026-03-10&end_date=2026-03-10&time_zone=user')).toBe(0);
});

test('the list is filtered by exact path and uid, and echoes them', async () => {
  const site = await aSite();
  for (const [path, custom_uid] of [
    ['/a', 'x'],
    ['/a', 'y'],
    ['/A', 'z'],
    ['/a/b', 'w'],
  ])
    await site.create({ path, custom_uid });
  const found = async (query: string) =>
    (await site.list(query)).body.kudos.map(({ uid }: { uid: string }) => uid);
  expect(await found('?path=/a')).toEqual(['y', 'x']);
  expect(await found('?path=/')).toEqual([]);
  expect(await found('?uid=z')).toEqual(['z']);
  expect(await found('?uid=z&path=/a')).toEqual([]);
  expect((await site.list('?uid=z&path=/A')).body.filters).toMatchObject({ uid: 'z', path: '/A' });
});

test.each([
  ['page=0', 'page must be an integer of at least 1, got 0'],
  ['per_page=1001', 'per_page must be an integer from 1 to 1000, got 1001'],
  ['start_date=2026-02-30', 'start_date must be a date in the form YYYY-MM-DD, got "2026-02-30"'],
  ['time_zone=mars', 'time_zone must be one of utc, user, site, got "mars"'],
  ['attribution=visit&referrer_host=google.com', 'attribution must be hit, got "visit"'],
])('a bad parameter is 400 and named: %s', async (query, error) => {
  expect(await (await aSite()).list(`?${query}`)).toEqual(refused(400, error));
});

test('hostile filters find nothing and break nothing', async () => {
  const site = await aSite();
  await site.create({ path: '/' });
  for (const text of ["' or 1=1 --", '%', '\u0000', '💩', '__proto__', 'x'.repeat(4000), '%ff', '\ud800']) {
    for (const name of ['path', 'uid']) {
      const { status, body } = await site.list(`?${name}=${encodeURIComponent(text.toWellFormed())}`);
      expect([name, text, status, body.kudos]).toEqual([name, text, 200, []]);
    }
  }
});

test('a deleted kudo is gone from list and count, its uid is free, and its id is never used again', async () => {
  const site = await aSite();
  await site.create({ path: '/', custom_uid: 'stays' });
  const { id } = (await site.create({ path: '/', custom_uid: 'goes' })).body.kudo;
  await site.remove('goes');
  expect(await site.lifetime()).toBe(1);
  expect(await site.remove('goes')).toEqual(refused(404, 'kudo not found'));
  expect((await site.create({ path: '/', custom_uid: 'goes' })).body.kudo.id).toBeGreaterThan(id);
});

test('a kudo of another site or account is not found', async () => {
  const [site, other] = [await aSite(), await aSite()];
  await site.create({ path: '/', custom_uid: 'mine' });
  expect((await other.remove('mine')).status).toBe(404);
  const { full: key } = await server().given.user('stranger@example.org');
  for (const [method, rest] of [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', '/mine'],
  ] as const) {
    const answer = await server().api(method, `/sites/${site.id}/kudos${rest}`, { key, body: undefined });
    expect([method, answer.status, answer.body]).toEqual([method, 404, { error: 'site not found' }]);
  }
  expect(await site.lifetime()).toBe(1);
});

test('a path that is no valid text matches no kudo', async () => {
  const site = await aSite();
  for (const part of ['%E0%A4%A', '%', '%00', '%ff', "'--", 'x'.repeat(4000)]) {
    const { status } = await server().api('DELETE', `/sites/${site.id}/kudos/${part}`);
    expect([part, status]).toEqual([part, 404]);
  }
});

test('writing needs a full-access key', async () => {
  const site = await aSite();
  for (const [method, rest] of [
    ['POST', ''],
    ['DELETE', '/x'],
  ] as const) {
    const answer = await server().api(method, `/sites/${site.id}/kudos${rest}`, {
      key: server().owner.readOnly,
    });
    expect([method, answer.status]).toEqual([method, 403]);
  }
});

test('a site that is switched off ignores valid kudos', async () => {
  const site = await aSite();
  await server().patch(`/sites/${site.id}`, { active: false });
  const { status, body } = await site.create({ path: '/' });
  expect([status, body]).toEqual([202, { status: 'ignored', reason: 'the site is not active' }]);
  expect((await site.create({})).status).toBe(422);
  expect(await site.lifetime()).toBe(0);
});

test('a path that the site ignores gives 202 with the reason; rules of other kinds do not apply', async () => {
  const site = await aSite();
  const ignore_rules = { paths: ['/drafts/*'], countries: ['XX'], referrers: ['x.example'] };
  await server().patch(`/sites/${site.id}/settings`, { ignore_rules });
  const { status, body } = await site.create({ path: '/drafts/1' });
  expect([status, body]).toEqual([202, { status: 'ignored', reason: 'path is ignored by /drafts/*' }]);
  expect((await site.create({ path: '/live' })).status).toBe(201);
});

test('lifetime_kudos is in every answer that shows a site', async () => {
  const { full: key } = await server().given.user('counts@example.org');
  const [many, none] = [await server().given.site({}, key), await server().given.site({}, key)];
  for (const path of ['/a', '/b', '/b']) await server().post(`/sites/${many.id}/kudos`, { path }, key);
  const listed = (await server().get('/sites', key)).sites;
  expect(listed.map((site: typeof many) => [site.id, site.lifetime_kudos])).toEqual([
    [many.id, 3],
    [none.id, 0],
  ]);
  const patched = await server().patch(`/sites/${many.id}`, { label: 'x' }, key);
  expect(patched.body.site.lifetime_kudos).toBe(3);
});

test('the kudos of a deleted site are removed in the background, and those of others stay', async () => {
  await using own = await startTestServer();
  const [gone, kept] = [await aSite(own), await aSite(own)];
  for (const site of [gone, kept]) for (const path of ['/a', '/b']) await site.create({ path });
  await own.api('DELETE', `/sites/${gone.id}`);
  expect((await gone.list()).status).toBe(404);
  await own.job('sites.purge');
  const left = (table: string) =>
    own.services.stores.db.all(sql.raw(`select distinct site_id as id from ${table}`));
  expect(left('kudos')).toEqual([{ id: kept.id }]);
  expect(left('kudo_counts')).toEqual([{ id: kept.id }]);
  expect(await kept.lifetime()).toBe(2);
});
