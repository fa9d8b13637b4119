/** Parsing answers of registries. */
import { expect, test } from 'bun:test';
import { findRegisteredDomain } from '../../../src/features/uptime/domain/domain-expiry.ts';
import {
  parseRdapExpiry,
  parseWhoisExpiry,
  parseWhoisReferral,
} from '../../../src/features/uptime/domain/registry-parser.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;
const rdap = (date: unknown, rest: object = { ldhName: 'EXAMPLE.com' }) =>
  iso(
    parseRdapExpiry(
      JSON.stringify({
        ...rest,
        events: [
          null,
          { eventAction: 'registration', eventDate: '1999-01-01' },
          { eventAction: 'expiration', eventDate: date },
        ],
      }),
      'example.com',
    ),
  );

test.each([
  ['2027-08-13T04:00:00Z', '2027-08-13T04:00:00.000Z'],
  ['2027-08-13T04:00:00.000+02:00', '2027-08-13T02:00:00.000Z'],
  ['2027-08-13', '2027-08-13T00:00:00.000Z'],
  ['soon', null],
  ['2027-13-45', null],
  ['0001-01-01T00:00:00Z', null],
  ['9999-12-31T00:00:00Z', null],
  [7, null],
  [null, null],
])('RDAP: an expiration of %p is %p', (date, expires) => {
  expect(rdap(date)).toBe(expires);
});

test('RDAP: an answer about another domain, or none, has no expiry', () => {
  expect(rdap('2027-08-13', { ldhName: 'other.com' })).toBeNull();
  expect(rdap('2027-08-13', {})).toBe('2027-08-13T00:00:00.000Z');
  for (const text of ['', '{', 'null', '[]', '7', '{"events":{}}', '{"events":[7,"x"]}', '<html>'])
    expect(parseRdapExpiry(text, 'example.com')).toBeNull();
});

test.each([
  ['   Registry Expiry Date: 2027-08-13T04:00:00Z', '2027-08-13T04:00:00.000Z'],
  ['Registrar Registration Expiration Date: 2027-08-13T04:00:00Z', '2027-08-13T04:00:00.000Z'],
  ['Expire Date:        2027-02-28', '2027-02-28T00:00:00.000Z'],
  ['expires:          2027-02-28', '2027-02-28T00:00:00.000Z'],
  ['Expires:              2027-02-28', '2027-02-28T00:00:00.000Z'],
  ['paid-till:     2027-02-28T21:00:00Z', '2027-02-28T21:00:00.000Z'],
  ['Expiration Time: 2027-02-28 12:48:36', '2027-02-28T12:48:36.000Z'],
  ['[Expires on]                    2027/01/31', '2027-01-31T00:00:00.000Z'],
  ['Expiry date:  28-Feb-2027', '2027-02-28T00:00:00.000Z'],
  ['expire:       20270228', '2027-02-28T00:00:00.000Z'],
  ['Expires on..............: 2027-02-28', '2027-02-28T00:00:00.000Z'],
  ['valid until:\t2027-02-28', '2027-02-28T00:00:00.000Z'],
  ['Expiry Date: 02/03/2027', null],
  ['expires: never', null],
  ['No match for domain', null],
  ['Updated Date: 2027-02-28', null],
  ['% The expiry of records is 2027-02-28', null],
])('WHOIS: %p expires %p', (line, expires) => {
  expect(iso(parseWhoisExpiry(`% Terms\r\ndomain: EXAMPLE\r\n${line}\r\nstatus: ok\r\n`))).toBe(expires);
});

test('WHOIS: an answer of blanks and dots is parsed in linear time', () => {
  const size = 256 * 1024;
  for (const blank of ['\n', '\r\n', ' ', '\t', '.', 'expires', 'expires.'])
    for (const begins of ['', 'expires', 'expires:', 'whois:', '\n[']) {
      const text = begins + blank.repeat(size / blank.length);
      expect([parseWhoisExpiry(text), parseWhoisReferral(text)]).toEqual([null, null]);
    }
});

test('WHOIS: the root names the server of a top-level domain', () => {
  expect(parseWhoisReferral('domain: IT\n\nwhois:        whois.NIC.it\n')).toBe('whois.nic.it');
  for (const text of ['', 'whois:\nstatus: x', 'whois: a b', 'whois: http://x', 'nowhois: a.b'])
    expect(parseWhoisReferral(text)).toBeNull();
});

test.each([
  ['https://shop.example.co.uk/a', 'example.co.uk'],
  ['https://www.Example.com.:8443/', 'example.com'],
  ['https://münchen.de', 'xn--mnchen-3ya.de'],
  ['https://me.github.io', 'github.io'],
  ['https://192.0.2.1/', null],
  ['https://[2001:db8::1]/', null],
  ['http://localhost:80/', null],
  ['https://intranet.corp/', null],
  ['https://com/', null],
  ['', null],
])('the registered domain of %p is %p', async (url, domain) => {
  expect(await findRegisteredDomain(url)).toBe(domain);
});
