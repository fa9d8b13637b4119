import { expect, test } from 'bun:test';
import { safeRedirect } from '../../src/web/pages/sign-in/safe-redirect.ts';

const ORIGIN = 'https://stats.example';

test.each([['/sites/3?period=7d#top'], ['/team/5/sites/3'], ['/docs'], ['/sites/3?next=//evil.example']])(
  '%s is a page of this server',
  path => {
    expect(safeRedirect(path, ORIGIN)).toBe(path);
  },
);

const OTHER_HOSTS = [
  ...['//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example'],
  ...['/.//evil.example', '/a/..//evil.example', '/%2e//evil.example', 'https://evil.example/'],
  ...['https:/evil.example', 'https://stats.example@evil.example/', 'http://stats.example/', 'http://['],
];
const NO_PAGES = ['javascript:alert(1)', 'data:text/html,x', '/login?next=/login', '/team/5/login'];

test.each([null, '', ...OTHER_HOSTS, ...NO_PAGES, '/setup?token=x'])('%p leads to the first page', path => {
  expect(safeRedirect(path, ORIGIN)).toBe('/');
});

test('a redirect stays on this server, whatever was requested', () => {
  for (const path of ['/.//evil.example', 'sites/3', '?a', '///evil.example', '/./\\evil.example', '/a//b']) {
    expect(new URL(safeRedirect(path, ORIGIN), ORIGIN).origin).toBe(ORIGIN);
  }
});
