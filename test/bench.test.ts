import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from './support/source-tree.ts';
import { TIME_LIMIT_MS } from './support/time-limit.ts';

async function bench(...words: string[]): Promise<{ code: number; out: string; complaint: string }> {
  const child = Bun.spawn(['bun', join(root, 'scripts/bench/main.ts'), ...words], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [code, out, complaint] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out, complaint };
}

const SECTIONS =
  'import, reports, journeys, details, goals, changes, small, memory, start, dashboard, mcp, mixed, ingest, batches, kinds, events, uptime, monitors, crawl, webhooks, insights, files, days, export, clickhouse';
/** They mostly wait, and go on beside the others. */
const WAITING = ['uptime', 'monitors'];
const OTHERS = SECTIONS.split(', ').filter(name => !WAITING.includes(name));

test(
  'the benchmark compares a small history with its references and prints a table for each part',
  async () => {
    const small = '--hits 2000 --seconds 1 --rounds 1 --import-rounds 1 --requests 1'.split(' ');
    const parts = await Promise.all(
      [WAITING, OTHERS].map(names => bench(...small, '--from-source', '--only', names.join(','))),
    );
    for (const { code, complaint } of parts)
      expect({ code, complaint: code === 0 ? '' : complaint }).toEqual({ code: 0, complaint: '' });
    const out = parts.map(part => part.out).join('');
    const titles = [
      'Machine',
      'Import of',
      'Reports over',
      'Leaderboard and journeys over',
      'What is known of each visit',
      'Changes of',
      'Resident memory',
      'Start with',
      'Reports over 2,000 events',
      '20 uptime monitors',
      '20 alerts, then 20 monitors',
      'A crawl of',
      'Insights of 20 sites',
      'Import of 2,000 rows that have to be parsed',
      'Import of 30 days of Plausible',
      'Export of 2,000 hits',
    ];
    if (Bun.which('wrk') !== null)
      titles.push(
        'Tool calls over MCP',
        '50 readers',
        'One hit a request',
        'Batches of',
        'Events and visits',
        'Webhooks',
        'Hits on ClickHouse',
      );
    if (Bun.which('chromium') !== null) titles.push('From the address of a site');
    for (const title of titles) expect(out).toContain(`## ${title}`);
    expect(out).toContain('| by path, unique views, all time |');
  },
  TIME_LIMIT_MS,
);

test(
  'reports are compared with their references in each zone, and timed beside the first',
  async () => {
    const words = '--from-source --hits 2000 --import-rounds 1 --requests 1 --only reports'.split(' ');
    const { code, out, complaint } = await bench(...words, '--zone', 'America/New_York,Asia/Kolkata');
    expect({ code, complaint: code === 0 ? '' : complaint }).toEqual({ code: 0, complaint: '' });
    expect(out).toMatch(/^## Reports over .*, America\/New_York$/m);
    expect(out).toMatch(/^\| by date, days, all time \|.* [\d.]+ \[[\d.]+\] \|$/m);
    expect(out).toContain('| Target | × America/New_York |');
  },
  TIME_LIMIT_MS,
);

test.each([
  ['--only speed', `--only must name some of ${SECTIONS}, got "speed"`],
  [
    '--zone UTC,Mars/Phobos',
    '--zone must name time zones, such as Europe/Berlin or Asia/Kolkata, got "Mars/Phobos"',
  ],
  ['--zone UTC --only start', '--zone is for reports, journeys, small, dashboard: --only names none of them'],
])('%s is refused with what is allowed', async (words, complaint) => {
  expect(await bench('--from-source', ...words.split(' '))).toEqual({
    code: 2,
    out: '',
    complaint: `bench: ${complaint}\n`,
  });
});
