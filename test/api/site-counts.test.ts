/** Lifetime and period counts of sites. Source: api-v1, Site; api-v1, Endpoints, Sites; decisions, section 2. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);
const server = shareServer();

/** A user with sites of their own; the clock stands at noon of 10 March. */
async function anAccount(timeZone = 'UTC') {
  const { api, clock, given } = server();
  clock.set('2026-03-10T12:00:00Z');
  const { full: key, ...user } = await given.user(`${crypto.randomUUID()}@example.org`, 'ultra', timeZone);
  return {
    ...user,
    site: () => given.site({}, key),
    get: (path: string) => api('GET', path, { key }),
    patch: (path: string, body: object) => api('PATCH', path, { key, body }),
    /** Sends a hit of each visitor, now. */
    hits: (id: number, ...visitors: readonly (string | null)[]) =>
      given.hits(
        id,
        visitors.map(visitor_id => ({ path: '/', ...(visitor_id !== null && { visitor_id }) })),
        key,
      ),
  };
}

test('lifetime counts say hits and unique hits, in the very next answer', async () => {
  const { get, hits, patch, site: add } = await anAccount();
  const { id } = await add();
  await hits(id, 'ann', 'ann', 'bob', null);
  const site = (await get(`/sites/${id}`)).body;
  expect(site).toMatchObject({ lifetime_hits: 4, lifetime_unique_hits: 2, lifetime_kudos: 0 });
  expect((await get('/sites')).body.sites).toEqual([site]);
  expect((await patch(`/sites/${id}`, {})).body.site).toEqual(site);
});

test('without dates there are no period counts and no filters', async () => {
  const { get, site } = await anAccount();
  await site();
  const { body } = await get('/sites?time_zone=user');
  expect(body).not.toHaveProperty('filters');
  expect(body.sites[0]).not.toHaveProperty('period_hits');
  expect(body.sites[0]).not.toHaveProperty('period_unique_hits');
});

test('with dates each site has its period counts, 0 for one without hits', async () => {
  const { get, hits, site } = await anAccount();
  const [busy, quiet] = [await site(), await site()];
  const { clock } = server();
  clock.set('2026-03-11T23:59:59.999Z');
  await hits(busy.id, 'ann');
  clock.set('2026-03-12T00:00:00Z');
  await hits(busy.id, 'ann', 'ann', null);
  clock.set('2026-03-13T00:00:00Z');
  await hits(busy.id, 'ann');
  const { body } = await get('/sites?start_date=2026-03-12&end_date=2026-03-12');
  const days = { start_date: '2026-03-12', end_date: '2026-03-12' };
  expect(body.filters).toEqual({ ...days, time_zone: 'utc', zone: 'UTC' });
  expect(body.sites).toMatchObject([
    { id: busy.id, lifetime_hits: 5, period_hits: 3, period_unique_hits: 1 },
    { id: quiet.id, lifetime_hits: 0, period_hits: 0, period_unique_hits: 0 },
  ]);
});

test('one date is enough: the end is today, the start 30 days ago', async () => {
  const { get } = await anAccount();
  const filters = async (query: string) => (await get(`/sites?${query}`)).body.filters;
  expect(await filters('start_date=2026-03-01')).toEqual({
    start_date: '2026-03-01',
    end_date: '2026-03-10',
    time_zone: 'utc',
    zone: 'UTC',
  });
  expect(await filters('end_date=2026-03-10')).toMatchObject({
    start_date: '2026-02-08',
    end_date: '2026-03-10',
  });
});

/** The spring day of Berlin has 23 hours, the autumn one 25. */
test.each([
  {
    day: '2026-03-29',
    before: '2026-03-28T22:59:59Z',
    first: '2026-03-28T23:00:00Z',
    last: '2026-03-29T21:59:59Z',
    after: '2026-03-29T22:00:00Z',
  },
  {
    day: '2026-10-25',
    before: '2026-10-24T21:59:59Z',
    first: '2026-10-24T22:00:00Z',
    last: '2026-10-25T22:59:59Z',
    after: '2026-10-25T23:00:00Z',
  },
])(
  '$day in Berlin is counted from its own midnight to the next',
  async ({ day, before, first, last, after }) => {
    const { get, hits, site } = await anAccount('Europe/Berlin');
    const { id } = await site();
    for (const instant of [before, first, last, after]) {
      server().clock.set(instant);
      await hits(id, null);
    }
    const { body } = await get(`/sites?start_date=${day}&end_date=${day}&time_zone=user`);
    expect(body.sites[0].period_hits).toBe(2);
  },
);

test('today is the account’s in its own zone', async () => {
  const { get } = await anAccount('Asia/Tokyo');
  server().clock.set('2026-03-10T23:30:00Z');
  const end = async (zone: string) =>
    (await get(`/sites?start_date=2026-03-01&time_zone=${zone}`)).body.filters.end_date;
  expect(await end('utc')).toBe('2026-03-10');
  expect(await end('user')).toBe('2026-03-11');
});

test('a member sees a team in the owner’s zone', async () => {
  const boss = await anAccount('Asia/Tokyo');
  server().clock.set('2026-03-10T23:30:00Z');
  const member = await server().given.user('member@example.org', 'none', 'America/New_York');
  server().addToTeam(boss, member, 'viewer');
  const query = `start_date=2026-03-01&time_zone=user&account_id=${boss.id}`;
  const { body } = await server().api('GET', `/sites?${query}`, { key: member.full });
  expect(body.filters.end_date).toBe('2026-03-11');
});

test('a bad date or zone is 400 and names the allowed values', async () => {
  const { get } = await anAccount();
  const DAY = 'must be a date in the form YYYY-MM-DD, got';
  const ORDER = 'end_date must not be before start_date';
  const cases: [string, string][] = [
    ['start_date=2026-02-30', `start_date ${DAY} "2026-02-30"`],
    ['end_date=10.03.2026', `end_date ${DAY} "10.03.2026"`],
    ['start_date=2026-3-1', `start_date ${DAY} "2026-3-1"`],
    ['start_date=2026-03-01T00:00:00Z', `start_date ${DAY} "2026-03-01T00:00:00Z"`],
    ['time_zone=UTC', 'time_zone must be one of utc, user, got "UTC"'],
    ['start_date=2026-03-02&end_date=2026-03-01', `${ORDER}: 2026-03-01 is before 2026-03-02`],
    ['start_date=2026-03-11', `${ORDER}: 2026-03-10 (today) is before 2026-03-11`],
    ['end_date=2026-02-07', `${ORDER}: 2026-02-07 is before 2026-02-08 (30 days ago)`],
    [
      'start_date=2024-03-10&end_date=2026-03-10',
      'a range from start_date to end_date may be at most 730 days long, first and last day included, got 731 from 2024-03-10 to 2026-03-10',
    ],
  ];
  for (const [query, error] of cases) {
    const { status, body } = await get(`/sites?${query}`);
    expect([query, status, body]).toEqual([query, 400, { error }]);
  }
  expect((await get('/sites?start_date=2024-03-11&end_date=2026-03-10')).status).toBe(200);
});

test('dates at the edges of the calendar are answered', async () => {
  const { get } = await anAccount('Australia/Lord_Howe');
  const early = ['0000-01-01', '0001-01-01', '0999-12-31', '1000-01-01'];
  for (const day of [...early, '1970-01-01', '9998-12-31', '9999-12-31']) {
    for (const zone of ['utc', 'user']) {
      const { status } = await get(`/sites?start_date=${day}&end_date=${day}&time_zone=${zone}`);
      expect([day, zone, [200, 400].includes(status)]).toEqual([day, zone, true]);
    }
  }
});
