import { expect, test } from 'bun:test';
import { toMailError } from '../../src/outbound/mail-error.ts';

test('no part of the reader’s address is in a message, wherever a long answer is cut', () => {
  for (let length = 150; length <= 200; length++) {
    const response = `550 ${'x'.repeat(length)} <Reader@Example.org>: recipient address rejected`;
    const facts = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response };
    const { fault, message } = toMailError(Object.assign(new Error(response), facts), 'reader@example.org');
    expect([fault, /read?e?r?@|<rea(?!der\))/i.test(message)]).toEqual(['refused', false]);
  }
});

test.each([
  ['error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER', 'speaks no TLS on this port'],
  ['Connection closed unexpectedly', 'closed the connection before it took the mail'],
  ["Hostname/IP does not match certificate's altnames: x", 'certificate of another host'],
])('"%s" is said in words that name what to change', (words, expected) => {
  const { fault, message } = toMailError(Object.assign(new Error(words), { code: 'ESOCKET' }), 'a@b.example');
  expect([fault, message]).toEqual(['relay', expect.stringContaining(expected)]);
  expect(message).toContain('FOOTFALL_SMTP_URL');
});
