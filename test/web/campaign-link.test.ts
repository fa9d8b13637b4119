/** Links of campaigns: what is made of the fields, and names that differ in their spelling alone. */
import { expect, test } from 'bun:test';
import { toCampaignLink } from '../../src/core/campaign-link.ts';
import { findOtherSpelling } from '../../src/web/pages/campaign-links/other-spelling.ts';

const EMPTY = { address: '/', source: '', medium: '', campaign: '', term: '', content: '' };
const linkOf = (fields: Partial<typeof EMPTY>) =>
  toCampaignLink({ ...EMPTY, ...fields }, 'https://shop.example/');

test.each([
  [{ source: 'newsletter' }, 'https://shop.example/?utm_source=newsletter'],
  [{ address: '', source: 'a' }, 'https://shop.example/?utm_source=a'],
  [
    { address: '/sale?page=2#top', source: 'ig', medium: 'social', campaign: 'autumn sale' },
    'https://shop.example/sale?page=2&utm_source=ig&utm_medium=social&utm_campaign=autumn+sale#top',
  ],
  [
    { address: 'https://help.shop.example/a?UTM_Source=old&utm_source=old&Utm_Term=gone', source: ' new ' },
    'https://help.shop.example/a?utm_source=new',
  ],
  [{ address: 'other.example/a', source: 'x&y=ü' }, 'https://other.example/a?utm_source=x%26y%3D%C3%BC'],
  [{ term: 'oak table', content: 'top' }, 'https://shop.example/?utm_term=oak+table&utm_content=top'],
])('%j makes %s', (fields, link) => {
  expect(linkOf(fields)).toBe(link);
});

test.each(['http://', 'https://a b/', 'a b', 'https://[', 'http://exa mple.org/'])(
  '%s is no address',
  address => {
    expect(linkOf({ address, source: 'a' })).toBeUndefined();
  },
);

const USED = ['Newsletter', 'spring-sale', 'Café', 'google'];
test.each([
  ['newsletter', 'Newsletter'],
  ['NEWSLETTER ', 'Newsletter'],
  ['spring_sale', 'spring-sale'],
  ['Spring Sale', 'spring-sale'],
  ['cafe', 'Café'],
  ['Newsletter', undefined],
  ['google', undefined],
  ['newsletters', undefined],
  ['', undefined],
])('%j is another spelling of %j', (name, other) => {
  expect(findOtherSpelling(name, USED)).toBe(other);
});
