/** Values of properties that others may see: those that the owner names, of five visitors or more. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { aHit } from '../support/hit-rows.ts';
import { aReport, reportAt, startReportingServer } from '../support/reporting.ts';
import type { TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { startRelay } from '../support/smtp-server.ts';

const server = shareServer();

/** Hits and events of seven visitors: plans on hits, four of one and six of another; an order on events. */
async function fill({ services, clock }: TestServer, siteId: number, createdAt = clock.now()): Promise<void> {
  const at = { siteId, createdAt };
  await services.stores.hits.append(
    [1n, 2n, 3n, 4n, 5n, 6n].flatMap(visitor => [
      aHit({ ...at, visitor, properties: '{"email":"ann@shop.example","plan":"pro"}' }),
      ...(visitor < 5n ? [aHit({ ...at, visitor, properties: '{"plan":"rare"}' })] : []),
      aHit({ ...at, visitor, kind: 'event', event: 'order.paid', properties: '{"method":"card"}' }),
    ]),
  );
}

const PLAN = { name: 'plan', kind: 'hits', values: [{ value: 'pro', count: 6, unique_visitors: 6 }] };
const METHOD = { name: 'method', kind: 'events', values: [{ value: 'card', count: 6, unique_visitors: 6 }] };

test('a public page and a shared link show the named properties where their section is on, and no rare value', async () => {
  const { id, uid } = await server().given.site({ public: true });
  await fill(server(), id);
  const at = `/sites/${id}/settings`;
  const change = (public_page: object) => server().patch(at, { public_page });
  const show = async () => await server().get(`/public/${uid}`, null);
  expect((await server().get(at)).settings.public_page.properties).toEqual([]);
  await change({ sections: ['properties'] });
  expect((await show()).properties).toEqual([]);
  await change({ sections: ['pages'], properties: ['plan', 'method', 'plan'] });
  expect(JSON.stringify(await show())).not.toMatch(/pro|card/);
  await change({ sections: ['properties'] });
  const body = await show();
  expect(body.properties).toEqual([PLAN, METHOD]);
  expect(JSON.stringify(body)).not.toMatch(/ann@|rare/);

  const links = async (sections: string[]) => {
    const made = await server().post(`/sites/${id}/shared_links`, { name: 'x', sections });
    const answer = await fetch(`${made.body.url}/stats`, { headers: { 'user-agent': 'test' } });
    return answer.text();
  };
  expect(await links(['pages'])).not.toMatch(/plan|card/);
  const shared = await links(['properties']);
  expect(shared).toContain('"value":"pro"');
  expect(shared).not.toMatch(/ann@|rare/);
});

test('names that no property can have, and more than five, are refused by their place', async () => {
  const { id } = await server().given.site();
  const errors = async (properties: unknown) => {
    const { status, body } = await server().patch(`/sites/${id}/settings`, { public_page: { properties } });
    return [status, body.error ?? body];
  };
  expect(await errors(['plan', '__proto__ "'])).toEqual([
    422,
    'public_page.properties[1] must be the name of a property, 1 to 64 of A-Z, a-z, 0-9, _, . and -, got "__proto__ \\""',
  ]);
  expect((await errors(['a', 'b', 'c', 'd', 'e', 'f']))[0]).toBe(422);
  expect((await errors('plan'))[0]).toBe(422);
});

test('an email report has the values of named properties', async () => {
  await using relay = await startRelay();
  await using own = await startReportingServer(relay);
  const site = await own.given.site();
  await fill(own, site.id, new Date('2026-03-12T12:00:00Z'));
  await own.patch(`/sites/${site.id}/settings`, { public_page: { properties: ['plan'] } });
  await aReport(own, site.id);
  await reportAt(own, '2026-03-16T07:00:00Z');
  const text = relay.mails.at(-1)?.text ?? '';
  expect(text).toMatch(/PROPERTY PLAN\n\* pro: 6\n {2}hits, 6 visitors/);
  expect(text).not.toMatch(/ann@|rare|card/);
});
