/** The overview by visit. Source: decisions, section 9, Visits. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';
import { givenVisits } from '../support/visited-site.ts';

const server = shareServer();

test('engagement is that of visits: a bounce has one page and no event', async () => {
  const { ask } = await givenVisits(server());
  expect((await ask('overview?include_engagement=true')).figures).toMatchObject({
    visitors: 2,
    visits: 3,
    bounce_rate: 66.7,
    average_duration_seconds: 120,
    views_per_visit: 1.33,
    pages_per_visitor: 2,
  });
});

test('by visit, hits and events are those of the visits that began so', async () => {
  const { ask } = await givenVisits(server());
  const { figures } = await ask('overview?campaign=spring');
  expect(figures).toMatchObject({ hits: 1, visitors: 1, events: 1 });
  const byVisit = await ask('overview?not_campaign=spring&attribution=visit&include_engagement=true');
  expect(byVisit.figures).toMatchObject({ hits: 3, visitors: 2, events: 0, visits: 2, bounce_rate: 100 });
  expect(byVisit.filters).toMatchObject({ attribution: 'visit', not_campaign: 'spring' });
});

test('by visit, a comparison and its changes are those of visits', async () => {
  const { ask } = await givenVisits(server(), { daysEarlier: 1 });
  const { comparison, changes } = await ask(
    'overview?start_date=2026-03-10&compare=previous_period&include_changes=true&attribution=visit&source=Google',
  );
  expect(comparison.figures).toMatchObject({ hits: 2, events: 1 });
  expect(changes.sources).toEqual([{ source: 'Google', hits: 0, previous_hits: 2 }]);
});

test('another attribution is 400', async () => {
  const { ask } = await givenVisits(server());
  expect((await ask('overview?attribution=foo')).error).toBe(
    'attribution must be one of hit, visit, got "foo"',
  );
});
