/** Garbage of a dump's first tables is collected as that of its visits is. */
import { expect, test } from 'bun:test';
import type { InputEntry } from '../../../src/features/imports/input/input.ts';
import { readSample } from '../../../src/features/imports/input/sample.ts';
import { umami } from '../../../src/features/imports/readers/umami.ts';

const SESSIONS = 10_000;
const SITE = '0b6f3c52-5a55-4c5b-9d0e-3f6f0f5a9f01';
const DUMP =
  Buffer.from(`COPY public.session (session_id, website_id, browser, os, device, country) FROM stdin;
${Array.from({ length: SESSIONS }, (_, id) => `${id}-a\t${SITE}\tchrome\tLinux\tdesktop\tDE\n`).join('')}\\.

COPY public.website (website_id, name, domain) FROM stdin;
${SITE}\tShop\tshop.example
\\.

COPY public.website_event (event_id, website_id, session_id, created_at, url_path, event_type) FROM stdin;
e1\t${SITE}\t9999-a\t2026-03-10 10:00:00+00\t/\t1
\\.
`);

test('sessions are read in groups, between which requests are served and garbage is collected', async () => {
  const entry: InputEntry = {
    name: 'dump.sql',
    sizeBytes: DUMP.length,
    async *blocks() {
      yield DUMP;
    },
  };
  let groups = 0;
  const seen: { groups: number; browser: unknown }[] = [];
  await umami.read(
    entry,
    {
      row: (_, values) => seen.push({ groups, browser: values[umami.columns.indexOf('browser_name')] }),
      bad: () => {},
      leaveOut: () => {},
      async flush() {
        groups += 1;
      },
      signal: new AbortController().signal,
    },
    {
      timeZone: 'UTC',
      logFormat: undefined,
      siteHosts: ['shop.example'],
      parseUserAgent: () => {
        throw new Error('a dump has no user agents');
      },
      sample: await readSample(entry),
      memory: new Map(),
    },
  );
  expect(seen.map(({ browser }) => browser)).toEqual(['Chrome']);
  // They are skipped once more on the way to the visits.
  expect(seen[0]?.groups).toBeGreaterThanOrEqual(2 * Math.floor(DUMP.length / 65_536));
});
