import { expect, test } from 'bun:test';
import { parseSpamHosts, parseSpamList } from '../../src/ingest/parse-spam-list.ts';

test.each([
  ['a.example', ['a.example']],
  ['\n# ours\nA.Example.\r\n  www.b.example # why\n\na.example', ['a.example', 'b.example']],
  ['bücher.example', ['xn--bcher-kva.example']],
  ['a.example\nb.example\ncom\nhttp://c.example/', ['a.example', 'b.example']],
])('the list %j has the hosts %p', (text, hosts) => {
  const read = parseSpamList(text);
  expect(read.ok && [...read.value]).toEqual(hosts);
});

test.each([
  ['', 'there is no host in it'],
  ['# nothing', 'there is no host in it'],
  ['<html>\n<p>\nexample.org', '2 of its lines are no hosts'],
  [Array.from({ length: 100_001 }, (_, n) => `${n}.example`).join('\n'), 'it has more than 100000 hosts'],
])('a text that is no list is refused', (text, fault) => {
  expect(parseSpamList(text)).toEqual({ ok: false, errors: [fault] });
});

const NO_HOSTS = ['localhost', 'a b.example', '*.example', 'a.example/x', 'a.example:80', '-a.example'];

test.each([...NO_HOSTS, `${'a.'.repeat(127)}example`])('a site cannot name %s as a spam host', entry => {
  const parsed = parseSpamHosts(['ok.example', entry]);
  expect(parsed.ok ? [] : parsed.errors[0]).toStartWith(
    'spam_hosts[1] must be a host name such as spam.example, got "',
  );
});
