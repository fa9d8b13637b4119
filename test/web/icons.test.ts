import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { findBrandOfHost, findBrandOfName, SHEETS } from '../../src/web/icons/brands.ts';

test.each(Object.entries(SHEETS))(
  'every brand of %s has its drawing, and no other is carried',
  async (sheet, brands) => {
    const path = join(import.meta.dir, `../../src/web/icons/brands-${sheet}.svg`);
    const drawings = await Bun.file(path).text();
    const drawn = [...drawings.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
    expect(drawn).toEqual(Object.keys(brands));
    expect(drawings).not.toMatch(/<script|href=|url\(/);
  },
);

test('every brand is on one sheet', () => {
  const ids = Object.values(SHEETS).flatMap(brands => Object.keys(brands));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ['google.com', 'google'],
  ['www.google.co.uk', 'google'],
  ['news.ycombinator.com', 'ycombinator'],
  ['Old.Reddit.com:443', 'reddit'],
  ['mail.google.com', 'gmail'],
  ['gemini.google.com', 'gemini'],
  ['google.example.org', undefined],
  ['notgoogle.com', undefined],
  ['x.com.evil.example', undefined],
  ['com', undefined],
  ['', undefined],
])('the icon of %p is %p', (host, id) => expect(findBrandOfHost(host)).toBe(id as string));

test.each([
  ['Google', 'google'],
  ['hacker news', 'ycombinator'],
  ['Mobile Safari', 'safari'],
  ['Samsung Internet', 'samsung'],
  ['Windows', 'microsoft'],
  ['macOS', 'apple'],
  ['Anthropic', 'anthropic'],
  ['Claude-SearchBot', 'claude'],
  ['ChatGPT-User', 'openai'],
  ['newsletter', undefined],
])('the icon of the name %p is %p', (name, id) => expect(findBrandOfName(name)).toBe(id as string));
