/** Tokens with a signature of this server. */
import { expect, test } from 'bun:test';
import { createSignedTokens } from '../../src/lib/signed-token.ts';

const secret = new Uint8Array(32);
const tokens = createSignedTokens(secret, 'test');

test('a token holds its payload', () => {
  for (const payload of ['', '7.a', 'with.many.dots', 'é'])
    expect(tokens.parse(tokens.create(payload))).toBe(payload);
});

test('a token of another purpose, of another secret or with another signature is invalid', () => {
  const good = tokens.create('7');
  for (const token of [
    '',
    '7',
    good.slice(1),
    good.slice(0, -1),
    `${good}x`,
    `8${good.slice(1)}`,
    good.replace('.', '!'),
    createSignedTokens(secret, 'other').create('7'),
    createSignedTokens(new Uint8Array(32).fill(1), 'test').create('7'),
  ])
    expect([token, tokens.parse(token)]).toEqual([token, undefined]);
});
