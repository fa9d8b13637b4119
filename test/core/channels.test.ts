/** Channels: what the rules decide for real addresses, and that each of them decides for something. */
import { expect, test } from 'bun:test';
import { findChannel, findRule, listFacts } from '../../src/core/channels/find-channel.ts';
import { CHANNELS, RULE_NAMES, RULES } from '../../src/core/channels/rules.ts';
import { SOURCES } from '../../src/core/channels/sources.ts';
import { createSourceFinder } from '../../src/ingest/source.ts';
import { CHANNEL_ADDRESSES } from '../support/channel-addresses.ts';

const NOTHING = { url: null, referrer: null, source: null };

test('300 real addresses and more are of the channel that a person would say', () => {
  const findSource = createSourceFinder();
  expect(CHANNEL_ADDRESSES.length).toBeGreaterThan(300);
  const found = CHANNEL_ADDRESSES.map(({ url, referrer }) => {
    const source = findSource({ given: null, url, referrer, siteHosts: ['shop.example'] });
    return {
      url,
      referrer,
      channel: findChannel({ url, referrer, source, siteHosts: ['shop.example'] }).channel,
    };
  });
  expect(found).toEqual([...CHANNEL_ADDRESSES]);
});

test('every rule decides for some facts, and every channel has a rule', () => {
  expect(new Set(listFacts().map(findRule))).toEqual(new Set(RULE_NAMES));
  expect(new Set(RULE_NAMES.map(name => RULES[name].channel))).toEqual(new Set(CHANNELS));
});

const CHANNEL_OF = {
  search: 'Organic Search',
  ai: 'AI Assistants',
  social: 'Organic Social',
  video: 'Video',
  email: 'Email',
  feed: 'Feed Readers',
  ads: 'Display',
  other: 'Referral',
} as const;

test('each known host is of the channel of its kind, as its name is, and so is what is below it but for search engines', () => {
  for (const [kind, names] of Object.entries(SOURCES))
    for (const [name, hosts] of Object.entries<string>(names)) {
      const channel = CHANNEL_OF[kind as keyof typeof SOURCES];
      expect([name, findChannel({ ...NOTHING, source: name }).channel]).toEqual([name, channel]);
      for (const entry of hosts.split(' ')) {
        const host = entry.replace('.*', '.de').replace(/^\./, '');
        const isAlone = kind === 'search' && !entry.startsWith('.');
        const below = entry.includes('/')
          ? []
          : [`https://www.${host}.`, ...(isAlone ? [] : [`https://x.${host}/`])];
        for (const referrer of [`https://${host}/a`, ...below])
          expect([referrer, findChannel({ ...NOTHING, referrer }).channel]).toEqual([referrer, channel]);
      }
    }
});
