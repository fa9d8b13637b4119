import { expect, test } from 'bun:test';
import { createSessionIndex } from '../../../src/features/imports/readers/session-index.ts';

test('an index that has grown knows every session, and no other', () => {
  const index = createSessionIndex<{ readonly browser: string }>(({ browser }) => browser);
  const count = 50_000;
  for (let id = 0; id < count; id += 1) index.set(`session-${id}`, { browser: `b${id % 7}` });
  index.set('session-3', { browser: 'later' });
  for (let id = 0; id < count; id += 1)
    if (index.get(`session-${id}`)?.browser !== (id === 3 ? 'later' : `b${id % 7}`)) throw new Error(`${id}`);
  expect([index.get('session--1'), index.get('')]).toEqual([undefined, undefined]);
});
