/** No regular expression takes time in proportion to more than the length of what it reads: bytes come from strangers. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { parameterPattern } from '../src/core/hits/url-parameters.ts';
import { AI_CRAWLER_PATTERNS, CRAWLER_PATTERNS } from '../src/reference/crawlers.ts';
import { root } from './support/source-tree.ts';

/** Quadratic at worst, in texts that are short or our own. */
const ALLOWED: Readonly<Record<string, string>> = {
  '\\s*\\n\\s*': 'descriptions in our own schemas',
  '<[^>]+>': 'the HTML of our own documentation',
  '\\p{Lu}\\p{L}+day, \\d{1,2} \\p{Lu}\\p{L}+': 'insight texts of at most 1,500 characters',
  '^([\\d,.]*\\d)[,.]*(.*)$': 'figures in the same texts',
  '\\/+$': 'the address of a site, at most 2,048 characters',
  '[\\w.]+\\[(\\d+)\\] ': 'in the browser, messages of our own server',
};

interface Found {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Returns every regular expression literal of a file. */
function literalsOf(file: string): Found[] {
  const found: Found[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) walk(each);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as {
      readonly regex?: { readonly pattern: string; readonly flags: string } | null;
    };
    if (regex) found.push({ file, source: regex.pattern, flags: regex.flags });
    for (const each of Object.values(node)) walk(each);
  };
  walk(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  return found;
}

const literals = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].sort().flatMap(literalsOf);

/** Returns how an expression may become slow: with itself, between two of its parts, or by where it begins. */
const slownessOf = ({ source, flags }: Found): string[] =>
  analyse({ source, flags }, { assumeRejectingSuffix: false }).reports.map(
    report => `${report.type}, at a run of ${JSON.stringify(report.character.pick)}`,
  );

test('no regular expression backtracks over what it has read', () => {
  expect(literals.length).toBeGreaterThan(200);
  const slow = literals
    .filter(({ source }) => !Object.hasOwn(ALLOWED, source))
    .flatMap(found => slownessOf(found).map(slowness => `${found.file} /${found.source}/: ${slowness}`));
  expect(slow).toEqual([]);
});

test('those that are allowed are still there', () => {
  const sources = new Set(literals.map(({ source }) => source));
  expect(Object.keys(ALLOWED).filter(source => !sources.has(source))).toEqual([]);
});

test('nor do the patterns of crawlers and of parameters, which are put together', () => {
  const patterns = [...CRAWLER_PATTERNS, ...AI_CRAWLER_PATTERNS, parameterPattern('utm_source')];
  const slow = patterns.filter(source => slownessOf({ file: '', source, flags: 'i' }).length > 0);
  expect(slow).toEqual([]);
});

test('the check knows slow expressions from quick ones', () => {
  const of = (source: string, flags = '') => slownessOf({ file: '', source, flags }).length > 0;
  for (const source of ['(a+)+$', ',+$', '\\s*=\\s*"?\\s*x', '^\\s*a', '(?:a|ab?)*c'])
    expect([source, of(source, 'm')]).toEqual([source, true]);
  for (const source of ['^[\\t ]*a', ',$', '^\\d+$']) expect([source, of(source)]).toEqual([source, false]);
});
