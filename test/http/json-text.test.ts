import { expect, test } from 'bun:test';
import { toJsonText } from '../../src/http/json-text.ts';

const list = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, text: `"${id}"`, none: undefined }));

test.each([0, 1, 500, 501, 1500, 1700])(
  'an answer with a list of %d is the same text as in one piece',
  async count => {
    const body = { status: 'ok', rows: list(count), none: undefined, 'a "name"': null, at: new Date(0) };
    expect(await toJsonText(body)).toBe(JSON.stringify(body));
  },
);

test('serializing a long list yields to the event loop', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const text = toJsonText({ rows: list(50_000) });
  expect(text).toBeInstanceOf(Promise);
  await text;
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
