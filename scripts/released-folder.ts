/**
 * Makes a small data folder with the program of a released version, for the test that every version opens those before it:
 *
 *     git worktree add /tmp/0.2.0 v0.2.0 && (cd /tmp/0.2.0 && bun install --frozen-lockfile)
 *     bun scripts/released-folder.ts /tmp/0.2.0
 *
 * Writes test/fixtures/released-folders/VERSION.tar.gz and what that version answered about it, VERSION.json. The server
 * is ended by SIGKILL, so that the folder has journals to replay.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [checkout = '.'] = process.argv.slice(2);
const source = resolve(checkout);
const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
const target = join(import.meta.dir, '../test/fixtures/released-folders', version);
const scratch = mkdtempSync(join(tmpdir(), 'footfall-released-'));
const data = join(scratch, 'data');
const EMAIL = 'owner@example.org';
const PASSWORD = 'correct horse battery staple';

const footfall = (...words: string[]) =>
  Bun.spawn(['bun', 'src/main.ts', ...words, '--data', data], {
    cwd: source,
    env: { PATH: process.env['PATH'], FOOTFALL_CONNECTIVITY_PROBES: '' },
    stdin: new Blob([`${PASSWORD}\n`]),
    stdout: 'pipe',
    stderr: 'pipe',
  });

async function outputOf(...words: string[]): Promise<string> {
  const child = footfall(...words);
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0)
    throw new Error(`${words.join(' ')}: ${await new Response(child.stderr).text()}`);
  return text.trim();
}

const server = footfall('serve', '--port', '0', '--rate-limit', '0');
process.on('exit', () => server.kill('SIGKILL'));
let started = '';
for await (const chunk of server.stdout) {
  started += new TextDecoder().decode(chunk);
  if (/http:\/\/127\.0\.0\.1:\d+\s/.test(started)) break;
}
const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(started) ?? [];
await outputOf('user', 'add', EMAIL, '--password-stdin');
const key = await outputOf('key', 'add', EMAIL);

/** Calls the API. Undefined for what the version does not have. */
async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'user-agent': 'made' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if ([404, 405].includes(response.status)) return undefined;
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

const day = (n: number, hour = 9): string => new Date(Date.UTC(2026, 2, 1 + n, hour)).toISOString();
const BROWSERS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
];
const made = (await call('POST', '/sites', { url: 'https://shop.example' })) as { site: { id: number } };
const site = `/sites/${made.site.id}`;
const hits = Array.from({ length: 240 }, (_, n) => ({
  url: `https://shop.example/page-${n % 7}`,
  path: `/page-${n % 7}`,
  created_at: day(n % 30, n % 24),
  user_agent: BROWSERS[n % 2],
  ip_address: `203.0.113.${n % 40}`,
  ...(n % 3 === 0 ? { referrer: 'https://www.google.com/' } : {}),
  ...(n % 5 === 0 ? { country: 'DE' } : {}),
}));
// A history, and what comes in afterwards.
const history = join(scratch, 'history.ndjson');
await Bun.write(history, hits.map(hit => `${JSON.stringify(hit)}\n`).join(''));
await outputOf('import', String(made.site.id), history);
await call('POST', `${site}/hits/batch`, hits.map(({ created_at: _, ...hit }) => hit).slice(0, 50));
await call('PATCH', site, { label: 'Shop', public: true });
const events = hits.slice(0, 60).map(({ path, user_agent, ip_address }, n) => ({
  ...{ path, user_agent, ip_address },
  event: `cart.${n % 2 ? 'add' : 'pay'}`,
  value: `${n}`,
}));
await call('POST', `${site}/events/batch`, events);
for (let n = 0; n < 5; n += 1)
  await call('POST', `${site}/agent_visits`, { user_agent: 'GPTBot/1.2', path: `/page-${n}` });
await call('POST', `${site}/signals`, { signal: { title: 'Launch', occurred_at: day(3) } });
await call('POST', '/groups', { name: 'Shops', site_ids: [made.site.id] });
await call('POST', '/webhooks', { url: 'https://example.org/hook', events: ['new_hit'], active: false });
await outputOf('user', 'add', 'colleague@example.org', '--plan', 'none');
await outputOf('team', 'add', EMAIL, 'colleague@example.org', '--role', 'viewer');

const today = new Date().toISOString().slice(0, 10);
const RANGE = `start_date=2026-03-01&end_date=${today}&time_zone=utc`;
const QUESTIONS = [
  `${site}/hits?${RANGE}&per_page=1000`,
  ...['path', 'date', 'country', 'browser_name', 'platform_name', 'referrer', 'source'].map(
    by => `${site}/hits?${RANGE}&group_by=${by}`,
  ),
  `${site}/events?${RANGE}&group_by=event`,
  `${site}/agent_visits?${RANGE}`,
  `${site}/journeys?${RANGE}`,
  `${site}/signals?${RANGE}`,
  '/groups',
  '/webhooks',
  '/sites',
];
const answers: Record<string, unknown> = {};
for (const question of QUESTIONS) {
  const answer = await call('GET', question);
  if (answer !== undefined) answers[question] = answer;
}
server.kill('SIGKILL');
await server.exited;
const tar = Bun.spawnSync(
  ['tar', 'czf', `${target}.tar.gz`, '--exclude=runtime', '--exclude=tmp/*', 'data'],
  { cwd: scratch },
);
if (!tar.success) throw new Error(tar.stderr.toString());
await Bun.write(
  `${target}.json`,
  `${JSON.stringify({ version, key, email: EMAIL, password: PASSWORD, answers })}\n`,
);
rmSync(scratch, { recursive: true });
process.stdout.write(
  `${target}: ${Object.keys(answers).length} answers, ${Bun.file(`${target}.tar.gz`).size} bytes\n`,
);
