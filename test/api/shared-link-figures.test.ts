/** Figures that reports of a shared link leave out where it lacks their sections. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { aHit } from '../support/hit-rows.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

test('revenue and how pages were read are told only where a link has their sections', async () => {
  const { id } = await server().given.site();
  const revenue = { amount: 12.5, currency: 'EUR' };
  const event = { event: 'order.paid', path: '/a', revenue };
  await server().api('POST', `/sites/${id}/events`, { body: event });
  const at = { siteId: id, path: '/read', visitor: 7n, createdAt: server().clock.now() };
  await server().services.stores.hits.append([
    aHit(at),
    aHit({ ...at, kind: 'engagement', view: 1n, engagedSeconds: 5, scrollDepth: 60 }),
  ]);
  const answers = async (sections: readonly string[]) => {
    const made = await server().api('POST', `/sites/${id}/shared_links`, { body: { name: 'x', sections } });
    const ask = async (report: string) => {
      const address = `${made.body.url}/api/v1/sites/${id}/${report}`;
      return (await fetch(address, { headers: { 'user-agent': 'test' } })).text();
    };
    return Promise.all(
      [
        'events?group_by=event',
        'events.csv?group_by=event',
        'hits?group_by=path&include_engagement=true',
        'overview?include_page_engagement=true',
      ].map(ask),
    );
  };
  const hidden = await answers(['visitors', 'pages', 'events']);
  expect(hidden.join()).toContain('order.paid');
  expect(hidden.join()).not.toMatch(/EUR|12\.5|"engaged_seconds":5|"scroll_depth":60/);
  const shown = await answers(['visitors', 'pages', 'events', 'revenue', 'engagement']);
  for (const [index, pattern] of [
    /"amount":12.5/,
    /12\.5 EUR/,
    /"scroll_depth":60/,
    /"engaged_seconds":5/,
  ].entries())
    expect(shown[index]).toMatch(pattern);
});
