/** Tokens that identify a browser in which a user has signed in before. */
import { expect, test } from 'bun:test';
import { createKnownBrowsers } from '../../../src/features/sessions/known-browsers.ts';

const browsers = createKnownBrowsers(new Uint8Array(32));

test('a browser is known for the user who signed in there only', () => {
  const token = browsers.create(7);
  expect(browsers.findId(token, 7)).toMatch(/^[\w-]{22}$/);
  expect(browsers.findId(token, 8)).toBeUndefined();
});

test('every browser has an id of its own', () => {
  expect(browsers.findId(browsers.create(7), 7)).not.toBe(browsers.findId(browsers.create(7), 7));
});

test('a changed, cut, foreign or hostile token is invalid', () => {
  const good = browsers.create(7);
  const foreign = createKnownBrowsers(new Uint8Array(32).fill(1)).create(7);
  const changed = [good.slice(0, -1), `${good}x`, good.replace(/^7/, '8'), `0${good}`];
  const hostile = [undefined, '', good.replace(/\.[\w-]/, '.*'), '7', '__proto__', 'x'.repeat(10_000)];
  for (const token of [...changed, ...hostile, foreign])
    expect([token, browsers.findId(token, 7)]).toEqual([token, undefined]);
});
