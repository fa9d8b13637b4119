import { expect, test } from 'bun:test';
import {
  describeConditions,
  toConditions,
  toIgnoredConditions,
} from '../../src/web/pages/site-settings/conditions.ts';

const filter = (name: 'path' | 'referrer' | 'country', value: string, isExcluded = false) => ({
  ...{ name, value, isExcluded },
});

test.each([
  [[], undefined, ''],
  [[filter('path', '/a')], ['is', 'path', ['/a']], 'Page is /a'],
  [[filter('country', '')], ['is', 'country', [null]], 'Country is Unknown'],
  [
    [filter('referrer', 'a.example'), filter('referrer', 'b.example')],
    ['contains', 'referrer', ['a.example', 'b.example']],
    'Referrer URL contains a.example or b.example',
  ],
  [
    [filter('path', '/a', true), filter('country', 'DE')],
    [
      'and',
      [
        ['is_not', 'path', ['/a']],
        ['is', 'country', ['DE']],
      ],
    ],
    'Page is not /a · Country is Germany',
  ],
])('filters %j of a view are the condition %j', (filters, conditions, words) => {
  const made = toConditions(filters);
  expect(made as unknown).toEqual(conditions);
  expect(describeConditions(made ?? null)).toBe(words);
});

test.each([
  [['matches', 'path', ['/a*']]],
  [['is', 'provider', ['a']]],
  [['or', [['is', 'path', ['/a']]]]],
  [['and', ['path']]],
])('the condition %j, which a view cannot have, is shown as it was sent', given => {
  expect(describeConditions(given)).toBe(JSON.stringify(given));
});

test('ignore rules are the condition for what they would have left out', () => {
  const rules = {
    paths: ['/admin/*', '/a'],
    countries: ['AQ'],
    referrers: ['www.Spam.example', 'https://b.example/x*'],
  };
  const excluded = (ignore_rules: typeof rules, exclude_networks: ('hosting' | 'vpn')[] = []) =>
    toIgnoredConditions({ ignore_rules, exclude_networks });
  expect(excluded(rules)).toEqual([
    'or',
    [
      ['is', 'path', ['/a']],
      ['matches', 'path', ['/admin/**']],
      ['is', 'country', ['AQ']],
      ['is', 'referrer_host', ['spam.example']],
      ['matches', 'referrer_host', ['*.spam.example']],
      ['matches', 'referrer', ['*://b.example/x\\**']],
    ],
  ]);
  expect(excluded({ ...rules, paths: [], referrers: [] })).toEqual(['is', 'country', ['AQ']]);
  const none = { paths: [], countries: [], referrers: [] };
  expect(excluded(none)).toBeUndefined();
  expect(excluded(none, ['hosting', 'vpn'])).toEqual(['is', 'network', ['hosting', 'vpn']]);
});
