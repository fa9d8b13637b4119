import { expect, test } from 'bun:test';
import { formatFieldMessage, formatFormMessage } from '../../src/web/forms/field-message.ts';
import * as german from '../../src/web/labels/de/forms.ts';

test.each([
  ['email', 'email must be an e-mail address, got "owner@example"', 'Enter a valid email address'],
  [
    'url',
    'url must be an address that begins with http:// or https://, got "https://"',
    'Enter your site’s address, such as example.org',
  ],
  ['password', 'password must be 10 to 1000 characters, got 5', 'Use at least 10 characters'],
  ['password', 'password must be 10 to 1000 characters, got 1001', 'Use at most 1000 characters'],
  ['name', 'name is required: a string of 1 to 100 characters', 'This field is required'],
  ['name', 'name must be a string of 1 to 100 characters, got " "', 'This field is required'],
  ['label', 'label must be a string of at most 255 characters, got "aaaa…', 'Use at most 255 characters'],
  ['events', 'events must be an array of at least 1, got []', 'Choose at least one'],
  [
    'retention_days',
    'retention_days must be an integer from 1 to 3650 or null, got 0',
    'Enter a whole number from 1 to 3650',
  ],
  [
    'time_zone',
    'time zone must be a name such as Europe/Berlin, got "x"',
    'Must be a name such as Europe/Berlin',
  ],
  ['paths', 'paths[2] must be a path, got "x"', 'paths[2] must be a path, got "x"'],
  ['email', 'email belongs to another account', 'Email belongs to another account'],
])('a message of the API about %s reads plainly in a form: %s', (name, message, text) => {
  expect(formatFieldMessage(message, name)).toBe(text);
});

test('messages about no single field keep their words, and other languages have their own', () => {
  expect([
    formatFormMessage('wrong email or password'),
    formatFormMessage('too many wrong passwords: try again in 15 minutes'),
    formatFormMessage('something else'),
  ]).toEqual([
    'Wrong email or password',
    'Too many wrong passwords: try again in 15 minutes',
    'Something else',
  ]);
  expect(german.tooManyWrongPasswords(15)).toContain('15 Minuten');
});
