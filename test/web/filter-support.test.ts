import { expect, test } from 'bun:test';
import { describeUnsupported } from '../../src/web/app/filter-support.ts';
import { type Metric, parseView } from '../../src/web/view.ts';

test.each<[string, Metric, string | null]>([
  ['path=/&country=DE', 'agent_visits', null],
  ['source=Google&event=cart.add', 'events', null],
  ['path=/&source=Google', 'kudos', 'Not filtered by source: kudos do not have it.'],
  [
    'source=Google&not_source=Bing&event=cart.add',
    'agent_visits',
    'Not filtered by source and event: agent visits do not have them.',
  ],
])('a view of %s says of %s what they are not filtered by', (query, metric, note) => {
  expect(describeUnsupported(parseView(query), metric)).toBe(note);
});
