/** Incidents and notes of status pages. Source: decisions, section 10, Status pages. */
import { expect, test } from 'bun:test';
import { refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { makePage, startStatusPage } from '../support/status-pages.ts';
import { watchFor } from '../support/uptime.ts';

const shared = shareServer();
const newPage = async () => makePage(shared(), { site_id: (await shared().given.site()).id, enabled: true });
const post = (path: string, body: Record<string, unknown>) => shared().post(path, body);

test('an incident goes from its first note to its end, and may open again', async () => {
  const page = await newPage();
  const path = `/status_pages/${page.id}/incidents`;
  const { incident } = (await post(path, { title: 'Slow orders', text: 'We see it.' })).body;
  expect(incident).toMatchObject({ status: 'investigating', resolved_at: null, monitor_ids: [] });
  shared().clock.advance({ minutes: 5 });
  const at = `${path}/${incident.id}`;
  const note = { text: 'Found it.\nA disk.', status: 'identified' };
  expect((await post(`${at}/notes`, note)).status).toBe(201);
  const patch = async (body: Record<string, unknown>) => (await shared().patch(at, body)).body.incident;
  const resolved = await patch({ status: 'resolved' });
  expect(resolved.resolved_at).toBe(shared().clock.now().toISOString());
  expect(resolved.notes).toMatchObject([
    { text: 'We see it.', status: 'investigating' },
    { text: 'Found it.\nA disk.', status: 'identified' },
  ]);
  expect(await patch({ status: 'monitoring' })).toMatchObject({ status: 'monitoring', resolved_at: null });
  expect(await shared().get(path)).toMatchObject({
    incidents: [{ id: incident.id, title: 'Slow orders' }],
    pagination: { total_count: 1 },
  });
  const [first] = resolved.notes;
  const notePath = `/status_pages/${page.id}/notes/${first.id}`;
  expect((await shared().patch(notePath, { text: 'Changed' })).body.note.text).toBe('Changed');
  expect((await shared().api('DELETE', notePath)).status).toBe(204);
  expect((await shared().api('DELETE', at)).status).toBe(204);
  expect((await shared().api('GET', at)).status).toBe(404);
});

test.each([
  [
    { started_at: '2026-03-10T10:00:00Z', resolved_at: '2026-03-10T09:00:00Z' },
    'resolved_at must not be before started_at, got 2026-03-10T09:00:00.000Z and 2026-03-10T10:00:00.000Z',
  ],
  [{ resolved_at: '2026-03-10T09:00:00Z' }, 'resolved_at must not be before started_at'],
  [{ started_at: '2036-03-10T10:00:00Z' }, 'started_at must not be in the future'],
  [
    { started_at: '2026-03-10', resolved_at: '2036-03-10T10:00:00Z' },
    'started_at must be an ISO 8601 instant',
  ],
  [
    { status: 'identified', started_at: '2026-03-09T09:00:00Z', resolved_at: '2026-03-10T09:00:00Z' },
    'resolved_at needs the status resolved, got identified',
  ],
  [{ status: 'done' }, 'status must be one of investigating, identified, monitoring, resolved'],
  [{ monitor_ids: [999_999] }, 'monitor_ids must be monitors of the status page, got 999999'],
  [{ title: ' ' }, 'title must be a line'],
  [{ title: 'a\nb' }, 'title must be a line'],
  [{ text: 'bell\u0007' }, 'text must be a text'],
  [{ text: 'x'.repeat(5001) }, 'text must be a text of at most 5000 characters'],
])('an incident with a fault is 422 and named (%#)', async (fields, message) => {
  const page = await newPage();
  expect(await post(`/status_pages/${page.id}/incidents`, { title: 'a', ...fields })).toEqual(
    refusedWith(422, message),
  );
});

test('a page has at most 1,000 incidents, an incident at most 100 notes; what is shown stays bounded', async () => {
  const page = await newPage();
  const { incident } = (await post(`/status_pages/${page.id}/incidents`, { title: 'First' })).body;
  const note = { text: 'x' };
  const { incidents, store } = shared().services.statusPages;
  const row = store.findPage(page.id);
  if (!row) throw new Error('the page is gone');
  const noted = incidents.get(row, incident.id);
  for (let count = 0; count < 100; count++) incidents.noteIncident(row, noted, note);
  expect(await post(`/status_pages/${page.id}/incidents/${incident.id}/notes`, note)).toEqual(
    refusedWith(422, 'at most 100 notes'),
  );
  for (let count = 1; count < 1000; count++)
    incidents.open(row, { title: `Number ${count}`, status: 'resolved' });
  expect(await post(`/status_pages/${page.id}/incidents`, { title: 'One more' })).toEqual(
    refusedWith(422, 'at most 1000 incidents'),
  );
  const shown = await (await fetch(`${page.url}/status.json`)).json();
  expect(shown.incidents).toHaveLength(100);
  expect(shown.incidents[0]).toMatchObject({ title: 'First', notes: { length: 100 } });
  const feed = await (await fetch(`${page.url}/feed.xml`)).text();
  expect(feed.match(/<entry>/g)).toHaveLength(50);
});

test('incidents, notes and downtimes of others are not found, and a note has a text', async () => {
  const [page, other] = [await newPage(), await newPage()];
  const at = `/status_pages/${page.id}`;
  const { incident } = (await post(`/status_pages/${other.id}/incidents`, { title: 'a', text: 'x' })).body;
  const note = { text: 'x' };
  for (const below of [`/incidents/${incident.id}/notes`, '/downtimes/999999/notes'])
    expect((await post(at + below, note)).status).toBe(404);
  expect((await shared().api('GET', `${at}/incidents/${incident.id}`)).status).toBe(404);
  expect((await shared().patch(`${at}/notes/${incident.notes[0].id}`, note)).status).toBe(404);
  const own = (await post(`${at}/incidents`, { title: 'a' })).body.incident;
  expect(await post(`${at}/incidents/${own.id}/notes`, { text: ' \n ' })).toEqual(
    refusedWith(422, 'text must be a text'),
  );
});

test('downtimes appear by themselves, with the notes of the owner', async () => {
  await using shop = await startStatusPage();
  shop.site.answers(503);
  await watchFor(shop.server, 120, 10);
  const { state, monitors, downtimes } = await shop.show();
  expect([state, monitors[0].state]).toEqual(['down', 'down']);
  expect(downtimes).toMatchObject([{ monitor: 'Shop', ended_at: null, notes: [], impact: null }]);
  const note = { text: 'The power is out.' };
  expect((await shop.post(`/downtimes/${downtimes[0].id}/notes`, note)).status).toBe(201);
  shop.site.answers(200);
  await watchFor(shop.server, 180, 10);
  expect(await shop.show()).toMatchObject({
    state: 'up',
    downtimes: [{ ended_at: expect.any(String), notes: [{ text: 'The power is out.', status: null }] }],
  });
});
