import { expect, test } from 'bun:test';
import { compileGlob } from '../../src/ingest/glob.ts';
import { compileIgnoreMatch, type IgnoreFacts } from '../../src/ingest/ignore-matcher.ts';
import { parseIgnoreRules } from '../../src/ingest/ignore-rules.ts';

function reasonOf(rules: object, facts: Partial<IgnoreFacts>): string | null {
  const parsed = parseIgnoreRules(rules);
  if (!parsed.ok) throw new Error(parsed.errors.join());
  const nothing: IgnoreFacts = { path: null, address: null, country: 'XX', referrer: null, userAgent: null };
  return compileIgnoreMatch({ ignoreRules: parsed.value })({ ...nothing, ...facts })?.reason ?? null;
}

test.each([
  ['/admin', '/admin', true],
  ['/admin', '/admin/', false],
  ['/admin/*', '/admin/users', true],
  ['/admin/*', '/admin', false],
  ['*/draft', '/blog/draft', true],
  ['/*/draft/*', '/blog/draft/1', true],
  ['/a*a', '/a', false],
  ['/a*a', '/aa', true],
  ['/a**b', '/axb', true],
  ['*b*b', '/b', false],
  ['*b*b', '/bxb', true],
  ['/a.c', '/abc', false],
  ['/*.php', '/x.php', true],
  ['/*x*y*', '/y x', false],
])('the pattern %p fits %p: %p', (pattern, path, fits) => {
  expect(compileGlob(pattern)(path)).toBe(fits);
});

test('a pattern full of stars is matched quickly', () => {
  expect(compileGlob('*a'.repeat(500))(`/${'a'.repeat(100_000)}b`)).toBe(false);
});

test.each([
  [{ paths: ['/admin/*'] }, { path: '/admin/x' }, 'path is ignored by /admin/*'],
  [{ paths: ['private'] }, { path: '/private' }, 'path /private is ignored'],
  [{ paths: ['/Private'] }, { path: '/private' }, null],
  [{ paths: ['/a'] }, { path: null }, null],
  [
    { ip_ranges: ['10.0.0.0/8', '203.0.113.0/24'] },
    { address: '203.0.113.7' },
    'IP address is ignored by 203.0.113.0/24',
  ],
  [{ ip_ranges: ['203.0.113.0/24'] }, { address: '203.0.114.7' }, null],
  [{ ip_ranges: ['2001:db8::/32'] }, { address: '2001:db8::7' }, 'IP address is ignored by 2001:db8::/32'],
  [{ ip_ranges: ['203.0.113.7'] }, { address: null }, null],
  [{ countries: ['KP'] }, { country: 'KP' }, 'country KP is ignored'],
  [
    { referrers: ['bad.example'] },
    { referrer: 'https://www.bad.example/x' },
    'referrer bad.example is ignored',
  ],
  [{ referrers: ['Bad.Example'] }, { referrer: 'http://sub.bad.example' }, 'referrer bad.example is ignored'],
  [{ referrers: ['bad.example'] }, { referrer: 'bad.example/x' }, 'referrer bad.example is ignored'],
  [{ referrers: ['bad.example'] }, { referrer: 'https://notbad.example/' }, null],
  [
    { referrers: ['https://ok.example/ads/'] },
    { referrer: 'http://www.ok.example/ads/1' },
    'referrer is ignored by https://ok.example/ads/',
  ],
  [{ referrers: ['ok.example/ads/'] }, { referrer: 'https://ok.example/' }, null],
  [
    { user_agents: ['UptimeRobot'] },
    { userAgent: 'Mozilla uptimerobot/2' },
    'user agent is ignored by UptimeRobot',
  ],
  [{}, { path: '/a', country: 'DE' }, null],
])('%j on %j give %p', (rules, facts, reason) => {
  expect(reasonOf(rules, facts)).toBe(reason);
});

test.each([
  [null, 'ignore rules must be a JSON object, got null'],
  [{ paths: '/a' }, 'paths must be a list of strings, got "/a"'],
  [{ paths: [5] }, 'paths[0] must be a string, got 5'],
  [{ paths: ['/*'] }, 'paths[0] would ignore every page, got "/*"'],
  [{ paths: ['/a', '*/*'] }, 'paths[1] would ignore every page, got "*/*"'],
  [{ ip_ranges: ['::/0'] }, 'ip_ranges[0] would ignore every visitor, got "::/0"'],
  [{ paths: ['/a\n/b'] }, 'paths[0] must not contain control characters or broken Unicode, got "/a\\n/b"'],
  [
    { ip_ranges: ['10.0.0.0/8', '10.0.0.0/40'] },
    'ip_ranges[1] must be an IP address or a range such as 203.0.113.0/24, got "10.0.0.0/40"',
  ],
  [{ countries: ['de'] }, 'countries[0] must be two capital letters, got "de"'],
  [
    { referrers: ['a b'] },
    'referrers[0] must be a host such as example.com or the beginning of an address, got "a b"',
  ],
  [
    { user_agents: ['M'] },
    'user_agents[0] must have at least 3 characters, or it would ignore nearly everyone, got "M"',
  ],
  [
    { countries: Array.from({ length: 501 }, () => 'DE') },
    'countries must have at most 500 entries, got 501',
  ],
])('the rules %j are refused', (rules, message) => {
  expect(parseIgnoreRules(rules)).toEqual({ ok: false, errors: [message] });
});

test('blank and repeated entries are left out', () => {
  expect(parseIgnoreRules({ countries: ['DE', ' ', 'DE '], paths: null })).toMatchObject({
    ok: true,
    value: { countries: ['DE'], paths: [] },
  });
});
