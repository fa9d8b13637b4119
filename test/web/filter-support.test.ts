import { expect, test } from 'bun:test';
import { describeUnsupported } from '../../src/web/app/filter-support.ts';
import { type Metric, parseView } from '../../src/web/view.ts';

test.each<[string, Metric, string | null]>([
  ['path=/&country=DE', 'agent_visits', null],
  ['source=Google&event=cart.add', 'events', null],
  ['path=/&source=Google', 'kudos', 'The source filter doesn’t apply to kudos.'],
  [
    'source=Google&not_source=Bing&event=cart.add',
    'agent_visits',
    'The source and event filters don’t apply to AI crawlers.',
  ],
])('a view of %s says of %s what they are not filtered by', (query, metric, note) => {
  expect(describeUnsupported(parseView(query), metric)).toBe(note);
});
