/** Logs that are read in parts at the same time: they come to what one reader makes of them. */
import { afterAll, beforeEach, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { ownProgram, PART_COMMAND } from '../../src/core/own-program.ts';
import { FULL_VERSION } from '../../src/core/version.ts';
import type { PartTask } from '../../src/features/imports/parts/part-message.ts';
import { NO_IGNORE_RULES } from '../../src/ingest/ignore-rules.ts';
import { temporaryFolder } from '../support/cli.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { aSite, ended } from '../support/imports.ts';
import { createRandom } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(300_000);

/** What the second server logs: that a process was lost. */
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
const whole = shareServer({ importParts: { minBytes: 1, count: 1 } });
const parted = shareServer({ importParts: { minBytes: 1, count: 3 }, log });
const spawn = spyOn(Bun, 'spawn');
beforeEach(() => void spawn.mockClear());
afterAll(() => void spawn.mockRestore());

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; inoreader.com; 114 subscribers)',
  'curl/8.5.0',
];
const MONTH = '?start_date=2026-03-01&end_date=2026-03-31&limit=100';

/** Writes the lines of a log of some days, a few of them late, broken or blank. */
function writeLines(seed: number, count = 900, { days = 12 } = {}): string[] {
  const { next } = createRandom(seed);
  const pick = (texts: readonly string[]) => texts[next(texts.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const late = next(20) === 0 ? next(40) * 60_000 : 0;
    const at = new Date(
      Date.parse('2026-03-01') + Math.floor((index / count) * days * 86_400_000) - late + 3_600_000,
    );
    const [day = '', clock = ''] = at.toISOString().split(/[TZ.]/);
    const time = `${day.slice(8)}/Mar/2026:${clock} +0000`;
    const kind = next(30);
    if (kind === 0) return pick(['', '  ', 'no line', `${next(99)} garbage`, '\u00ff'.repeat(3)]);
    const path = pick(['/', '/a', `/p/${next(40)}`, '/feed.xml', '/x.css', `/blog?ref=${next(9)}`]);
    const status = pick(['200', '200', '200', '304', '301', '404', '404', '500']);
    const when = kind === 1 ? `${time.slice(0, 3)}Foo${time.slice(6)}` : time;
    return `203.0.113.${next(60)} - - [${when}] "${pick(['GET', 'GET', 'GET', 'HEAD', 'POST'])} ${path} HTTP/1.1" ${status} 5 "${pick(['-', 'https://news.example/', `https://a.example/p/${next(30)}`])}" "${pick(AGENTS)}"`;
  });
}

/** Imports a file into a new site. Returns all that can be asked of it. */
async function importInto(server: TestServer, body: string | Uint8Array, query = '') {
  const site = await aSite({}, server);
  const { created_at: _, completed_at: __, ...imported } = await site.upload(`?${query}`, body);
  const asked = await Promise.all(
    [
      ...['/hits', '/agent_visits'].flatMap(kind => [
        kind + MONTH,
        `${kind}${MONTH}&group_by=path`,
        `${kind}${MONTH}&group_by=date`,
      ]),
      `/access_log${MONTH}`,
    ].map(rest => site.get(rest)),
  );
  // Ids go through all sites of a server.
  return {
    site,
    answers: JSON.parse(
      JSON.stringify({ imported, asked }, (key, value) =>
        key === 'id' || key === 'site_id' ? undefined : value,
      ),
    ),
  };
}

/** The processes that were started to read a part. */
const readers = () =>
  spawn.mock.calls.flatMap(([words], call) =>
    Array.isArray(words) && words.includes(PART_COMMAND)
      ? [spawn.mock.results[call]?.value as Bun.Subprocess]
      : [],
  );

/** Imports a file in parts and by one reader, and compares them. */
async function compare(body: string | Uint8Array, query = '') {
  const expected = await importInto(whole(), body, query);
  expect(readers()).toEqual([]);
  const found = await importInto(parted(), body, query);
  expect(found.answers).toEqual(expected.answers);
  expect(found.answers.imported.status).toBe('completed');
  const processes = readers().length;
  spawn.mockClear();
  expect(warnings).toEqual([]);
  return { ...found, expected, processes };
}

test.each(IS_LONG ? [1, 2] : [1])('a log comes to the same in parts, %d', async seed => {
  const text = writeLines(seed, 1800).join('\n');
  const { processes, answers } = await compare(text);
  expect(processes).toBe(3);
  expect(answers.imported.rows_imported).toBeGreaterThan(300);
  expect(answers.imported.bad_rows).toHaveLength(100);
});

test.each([
  ['with carriage returns', writeLines(4).join('\r\n'), ''],
  ['that ends with a line feed', `${writeLines(5).join('\n')}\n`, ''],
  ['with a byte order mark', `\uFEFF${writeLines(6).join('\n')}\uFEFF`, ''],
  ['of one day', writeLines(7, 1000, { days: 0.5 }).join('\n'), ''],
  ['in no order', writeLines(8).toSorted().join('\n'), ''],
  ['without hits', writeLines(9).join('\n'), 'without_hits=true'],
  ['of bytes that are no UTF-8', Buffer.from(writeLines(10).join('\n'), 'latin1'), ''],
  [
    'in another format from the middle on',
    [...writeLines(11, 800), ...Array(900).fill('{"status":200,"ts":1}')].join('\n'),
    '',
  ],
  [
    'by a log_format',
    writeLines(12).join('\n'),
    `log_format=${encodeURIComponent('$remote_addr - - [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"')}`,
  ],
])('a log %s', async (_, text, query) => {
  expect((await compare(text, query)).processes).toBe(3);
});

test('the preview of a log is the same in parts', async () => {
  const text = writeLines(13).join('\n');
  const previews = await Promise.all(
    [whole(), parted()].map(
      async server => (await (await aSite({}, server)).send('?dry_run=true', text)).body,
    ),
  );
  expect(readers()).toHaveLength(3);
  expect(previews[1]).toEqual(previews[0]);
});

test('what a site does not count is left out in every part', async () => {
  const text = writeLines(20).join('\n');
  const answers = await Promise.all(
    [whole(), parted()].map(async server => {
      const site = await aSite({}, server);
      await server.api('PATCH', `${site.path}/settings`, {
        body: { ignore_rules: { paths: ['/p/1*'], countries: ['XX'], referrers: ['news.example'] } },
      });
      const { left_out, hits } = await site.upload('', text);
      return { left_out, hits };
    }),
  );
  expect(answers[1]).toEqual(answers[0] as (typeof answers)[0]);
  expect(JSON.stringify(answers[0])).toContain('visits that are excluded');
});

test('a log is read by one reader where a line says what others mean, and where a part has a day that was read before', async () => {
  const fields = [
    '#Fields: date time c-ip cs-method cs-uri-stem sc-status',
    ...Array(300).fill('2026-03-10 11:55:36 203.0.113.7 GET /a 200'),
  ];
  expect((await compare([...fields, ...fields].join('\n'))).processes).toBe(0);
  const lines = writeLines(30, 2000, { days: 4 });
  const { site, expected } = await compare(lines.join('\n'));
  // From its second day on.
  const more = [...lines.slice(700), ...writeLines(31, 1000, { days: 4 })].join('\n');
  const again = await Promise.all([expected.site, site].map(each => each.upload('', more)));
  const logs = await Promise.all([expected.site, site].map(each => each.get(`/access_log${MONTH}`)));
  expect(logs[1]).toEqual(logs[0]);
  expect(again.map(({ rows_imported }) => rows_imported)[1]).toBe(again[0].rows_imported);
});

/** A log that takes a moment to read. */
const large = (times = 2) => Buffer.from(`${writeLines(40, 5_000).join('\n')}\n`.repeat(times));

test('a log whose reader is killed is read by one reader', async () => {
  const site = await aSite({}, parted());
  const { body } = await site.send('', large());
  await until(() => readers().length === 3);
  readers()[1]?.kill('SIGKILL');
  const imported = await ended(parted(), `${site.path}/imports/${body.import.id}`);
  expect(imported).toMatchObject({ status: 'completed', rows_read: expect.any(Number) });
  expect(warnings.splice(0).join('')).toContain('the process ended with SIGKILL');
  expect(readers().every(({ killed, exitCode }) => killed || exitCode !== null)).toBe(true);
});

test('readers end with the import that is stopped, and leave no file', async () => {
  await using server = await startTestServer({ importParts: { minBytes: 1, count: 2 } });
  const site = await aSite({}, server);
  await site.send('', large());
  await until(() => readers().length === 2);
  await server.services.imports.stop();
  expect(readers().every(({ signalCode }) => signalCode === 'SIGKILL')).toBe(true);
  const temporary = readdirSync(join(server.data, 'tmp')).filter(name => name.includes('import-'));
  expect(temporary).toEqual([]);
});

test('a reader ends when the process that has asked is gone', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'access.log');
  writeFileSync(path, large(48));
  const task: PartTask = {
    version: FULL_VERSION,
    source: { path, name: path },
    range: { start: 0, end: null },
    options: { timeZone: 'UTC', siteHost: 'a.example', isWithoutHits: false, logFormat: null },
    exclusions: {
      site: { url: 'https://a.example', ignoreRules: NO_IGNORE_RULES },
      spam: { level: 'off', hosts: [] },
      spamHosts: [],
      geoDb: null,
    },
    rows: join(folder.path, 'rows'),
    sums: null,
  };
  const reader = Bun.spawn([...ownProgram(), PART_COMMAND], { stdio: ['pipe', 'pipe', 'inherit'] });
  reader.stdin.write(`${JSON.stringify(task)}\n`);
  await reader.stdin.flush();
  // It has begun to read.
  await reader.stdout.getReader().read();
  reader.stdin.end();
  expect(await reader.exited).toBe(1);
});
