/** Rules of robots.txt. Source: RFC 9309. */
import { expect, test } from 'bun:test';
import { NO_ROBOTS, parseRobots } from '../../../src/features/content/crawl/robots.ts';

const allows = (rules: string, path: string): boolean =>
  parseRobots(rules).isAllowed(new URL(path, 'https://a.test'));
const forAll = (...lines: string[]): string => ['User-agent: *', ...lines].join('\n');

test.each([
  ['/x', ['Disallow: /'], false],
  ['/x', ['Disallow:'], true],
  ['/x', ['Disallow: /y'], true],
  ['/fish.html', ['Disallow: /fish'], false],
  ['/Fish', ['Disallow: /fish'], true],
  ['/fish?id=1', ['Disallow: /fish$'], true],
  ['/fish', ['Disallow: /fish$'], false],
  ['/a/b/x.php', ['Disallow: /*.php$'], false],
  ['/a/x.php?y', ['Disallow: /*.php$'], true],
  ['/a/x.php?y', ['Disallow: /*.php'], false],
  ['/aXbXc', ['Disallow: /a*b*c'], false],
  ['/ac', ['Disallow: /a*b*c'], true],
  ['/ab', ['Disallow: /a*bb$'], true],
  ['/abb', ['Disallow: /a**bb$'], false],
  ['/page', ['Allow: /p', 'Disallow: /'], true],
  ['/folder/page', ['Allow: /folder', 'Disallow: /folder'], true],
  ['/page.htm', ['Allow: /page', 'Disallow: /*.htm'], false],
  ['/$', ['Disallow: /$'], true],
  ['/', ['Disallow: /$'], false],
  ['/ü', ['Disallow: /ü'], false],
  ['/%C3%BC', ['Disallow: /%c3%bc'], false],
  ['/x', ['Disallow : /x # a comment'], false],
  ['/x', ['disallow:/x'], false],
  ['/x', ['Disallow /x', 'nonsense', ': /', '\u0000'], true],
])('%s under %p is allowed: %p', (path, rules, isAllowed) => {
  expect(allows(forAll(...rules), path)).toBe(isAllowed);
});

test.each([
  ['User-agent: footfall\nDisallow: /a\n\nUser-agent: *\nDisallow: /b', ['/b', '/c']],
  ['User-agent: *\nDisallow: /b\n\nUser-agent: FOOTFALL/2\nDisallow: /a', ['/b', '/c']],
  ['User-agent: other\nUser-agent: Footfall\nDisallow: /a', ['/b', '/c']],
  [
    'User-agent: Footfall\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: footfall\nDisallow: /c',
    ['/b'],
  ],
  ['User-agent: Footfall\n\nUser-agent: *\nDisallow: /', []],
  ['User-agent: Footfall\nAllow: /\n\nUser-agent: *\nDisallow: /', ['/a', '/b', '/c']],
  ['User-agent: footfallbot\nDisallow: /', ['/a', '/b', '/c']],
  ['Disallow: /', ['/a', '/b', '/c']],
  ['', ['/a', '/b', '/c']],
  ['\ufeffUser-agent: *\r\nDisallow: /a\r\rDisallow: /b', ['/c']],
])('of %p the paths allowed are %p', (rules, paths) => {
  expect(['/a', '/b', '/c'].filter(path => allows(rules, path))).toEqual(paths);
});

test('sitemaps and the crawl delay are parsed', () => {
  const robots = parseRobots(
    'Sitemap: https://a.test/1.xml\nUser-agent: *\nCrawl-delay: 2.5\nsitemap:/2.xml',
  );
  expect(robots).toMatchObject({ sitemaps: ['https://a.test/1.xml', '/2.xml'], delayMs: 2500 });
  expect(parseRobots(forAll('Crawl-delay: soon')).delayMs).toBeUndefined();
  expect(parseRobots(forAll('Crawl-delay: 86400')).delayMs).toBe(60_000);
  expect(NO_ROBOTS.isAllowed(new URL('https://a.test/'))).toBe(true);
});

test('a megabyte of rules, and rules full of wildcards, are parsed and matched quickly', () => {
  const many = forAll(...Array.from({ length: 60_000 }, (_, n) => `Disallow: /x${n}`));
  expect(allows(many, '/x7')).toBe(false);
  const stars = forAll(...Array.from({ length: 1000 }, () => `Disallow: /${'*a'.repeat(500)}b`));
  expect(allows(stars, `/${'a'.repeat(2000)}`)).toBe(true);
});

test('repeated groups, and rules with too many wildcards, cost no time', () => {
  expect(allows(`${'User-agent: *\n'.repeat(75_000)}Disallow: /x`, '/x')).toBe(false);
  expect(allows(forAll(`Disallow: /${'*a'.repeat(16)}`), `/${'a'.repeat(16)}`)).toBe(false);
  expect(allows(forAll(`Disallow: /${'*a'.repeat(17)}`), `/${'a'.repeat(17)}`)).toBe(true);
});
