/** Imported sums by day beside hits of the same days: each visit counts once. */
import { expect, test } from 'bun:test';
import { PLAUSIBLE } from '../support/day-fixtures.ts';
import { aSite, ended } from '../support/imports.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

/** Sums of 1 to 3 March: 30, 9 and one. */
const VISITORS = PLAUSIBLE['imported_visitors_20260301_20260303.csv'];
const MARCH = 'start_date=2026-03-01&end_date=2026-03-03';

test('days from the first own hit on are left out, unless overlap is asked for', async () => {
  const site = await aSite({}, server());
  await site.upload('', 'created_at,path\n2026-03-02T23:30:00Z,/own\n');
  const cut = await site.upload('', VISITORS);
  expect(cut).toMatchObject({ rows_imported: 1, rows_skipped: 2, hits: 30, end_date: '2026-03-01' });
  expect(cut.left_out).toEqual([
    { what: 'days from 2026-03-02 on', why: 'the site has visits of its own from then on', count: 2 },
  ]);
  expect(await site.upload('?overlap=true', VISITORS)).toMatchObject({
    rows_imported: 2,
    rows_skipped: 1,
    hits: 10,
    start_date: '2026-03-02',
  });
});

test('days give way to single visits that are imported later, and come back with their undo', async () => {
  const site = await aSite({}, server());
  const totals = async () => {
    const { summary, imported } = await site.get(`/hits?group_by=date&${MARCH}`);
    return [summary.total_hits, imported?.until];
  };
  await site.upload('', VISITORS);
  expect(await totals()).toEqual([40, '2026-03-03']);
  const rows = await site.upload('', 'created_at,path\n2026-03-02T12:00:00Z,/own\n');
  expect(await totals()).toEqual([31, '2026-03-01']);
  const earlier = await site.upload('', 'created_at,path\n2026-02-02T12:00:00Z,/own\n');
  expect(await totals()).toEqual([1, undefined]);
  for (const { id } of [earlier, rows]) {
    await site.server.api('DELETE', `${site.path}/imports/${id}`);
    await ended(site.server, `${site.path}/imports/${id}`);
  }
  expect(await totals()).toEqual([40, '2026-03-03']);
});

test('days that were asked to overlap stay beside single visits that are imported later', async () => {
  const site = await aSite({}, server());
  await site.upload('?overlap=true', VISITORS);
  await site.upload('', 'created_at,path\n2026-03-02T12:00:00Z,/own\n');
  expect((await site.get(`/hits?group_by=date&${MARCH}`)).summary.total_hits).toBe(41);
});

test('agent visits of a log take no day’s place', async () => {
  const site = await aSite({}, server());
  const crawler = `203.0.113.7 - - [01/Mar/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 9 "-" "GPTBot/1.2"\n`;
  expect(await site.upload('?format=access-log', crawler)).toMatchObject({ status: 'completed' });
  expect(await site.upload('', VISITORS)).toMatchObject({ rows_imported: 3, hits: 40 });
});

test('the first own hit is on the day that it has in the zone of the file', async () => {
  const site = await aSite({}, server());
  await site.upload('', 'created_at,path\n2026-03-02T23:30:00Z,/own\n');
  expect((await site.upload('?time_zone=Europe/Berlin', VISITORS)).end_date).toBe('2026-03-02');
});
