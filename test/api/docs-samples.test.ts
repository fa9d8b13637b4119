/** What the documentation shows can be copied and works. */
import { beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArguments } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/main.ts';
import { DOC_PAGES } from '../../src/features/docs/contents.ts';
import { aWebhook, deliver, startPublishingServer, startReceiver } from '../support/receiver.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
let uid = '';
let key = '';

beforeAll(async () => {
  ({ uid } = await server().given.site());
  const { accounts, keys } = server().services.access;
  const { id: userId } = accounts.getUserByEmail(server().owner.email);
  // The reference deletes the first keys there are.
  key = keys.create({ userId, name: 'examples', access: 'full_access' }).secret;
  const signal = { occurred_at: '2026-03-09T08:00:00Z', title: 'Launch' };
  await server().post('/sites/1/signals', { signal });
  await server().patch('/sites/1/features', { uptime: true });
  // The account that the second site is transferred to.
  await server().given.user('other@example.org');
  await server().given.site();
});

const markdown = async (name: string): Promise<string> =>
  (await fetch(`${server().url}/docs/${name}.md`)).text();

/** Stands after the output of each call. */
const END = '--- ended with';

/** Blocks of a page in one language. */
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) =>
    code.trim(),
  );

/** Runs a program in a folder of its own with these files; answers what it prints. */
async function run(
  command: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-docs-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const child = Bun.spawn([...command], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', KEY: key, BODY: '{}', SIGNING_SECRET: 'secret' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const output = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text());
    await child.exited;
    return output;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hasCurl = Bun.which('curl') !== null;
const isStream = (call: string) => call.includes('/live') && call.includes('text/event-stream');

/** Returns what runs a call of a stream, and ends it after its first event. */
const untilFirstEvent = (call: string): string =>
  [
    `${call.replace('curl', 'env curl -sS --fail-with-body').replace(/--max-time \S+/, '')} > live.txt 2>&1 &`,
    "until grep -q -e 'event: live' -e '^curl:' live.txt; do sleep 0.1; done",
    'kill $!; cat live.txt',
  ].join('\n');

test.skipIf(!hasCurl)('every call in the guides is answered with success', async () => {
  const pages = await Promise.all(
    DOC_PAGES.filter(({ name }) => name !== 'api').map(({ name }) => markdown(name)),
  );
  const calls = pages.flatMap(text => blocks(text, 'sh').filter(block => block.startsWith('curl')));
  const lines = calls
    .map(call => call.replaceAll('YOUR_SITE_UID', uid))
    .map(call => `(${isStream(call) ? untilFirstEvent(call) : call}\n) 2>&1; echo "${END} $?"`);
  const script = `curl() { command curl -sS --fail-with-body "$@"; }\n${lines.join('\n')}`;
  const answers = (await run(['sh', '-c', script])).split(END);
  for (const [at, call] of calls.entries()) {
    const status = Number.parseInt(answers[at + 1] ?? '', 10);
    const isWhole = !isStream(call) || (answers[at] ?? '').includes('event: live');
    expect([call, answers[at], status, isWhole]).toEqual([call, answers[at], 0, true]);
  }
});

/** The call is wrong, or there is no such endpoint: what an example must never get. */
const WRONG = /^(400|401|405|408|411|413|415|429|5\d\d)$/;

test.skipIf(!hasCurl)('every call in the reference is one that the server understands', async () => {
  const calls = blocks(await markdown('api'), 'sh').filter(block => block.startsWith('curl'));
  expect(calls.length).toBeGreaterThan(50);
  // What deletes comes last: the others need something to be there.
  const isDeleting = (call: string): number => Number(/-X DELETE/.test(call));
  const ordered = calls.toSorted((a, b) => isDeleting(a) - isDeleting(b));
  const script = `curl() { command curl -s -w '${END} %{http_code}' "$@"; }\n${ordered.join('\n')}`;
  const answers = (await run(['sh', '-c', script])).split(END);
  expect(answers).toHaveLength(ordered.length + 1);
  const wrong = ordered.flatMap((call, at) => {
    const [body = '', next = ''] = answers.slice(at);
    // The status of a call stands before the body of the next.
    const text = at === 0 ? body : body.slice(4);
    const isWrong = WRONG.test(next.slice(1, 4)) || text.includes('endpoint not found');
    return isWrong ? [`${call}\n→ ${next.slice(1, 4)} ${text.slice(0, 200)}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('every command of the program that a page shows is one', async () => {
  for (const { name } of DOC_PAGES) {
    const lines = blocks(await markdown(name), 'sh').flatMap(block => block.split(/\n| \| /));
    for (const line of lines) {
      const words = /^(?:sudo (?:-u footfall )?)?footfall (.*)$/.exec(line)?.[1]?.split(' ');
      if (!words) continue;
      const [command] = COMMANDS.filter(each => words.join(' ').startsWith(each.name)).toSorted(
        (a, b) => b.name.length - a.name.length,
      );
      expect([name, line, command === undefined]).toEqual([name, line, false]);
      if (command) parseArguments(command, words.slice(command.name.split(' ').length));
    }
  }
});

test('JSON in the guides is JSON', async () => {
  for (const { name } of DOC_PAGES)
    for (const block of blocks(await markdown(name), 'json')) expect(() => JSON.parse(block)).not.toThrow();
});

/** Programs that call the function of each language with each case of a file, and print the results. */
const PROGRAMS: readonly (readonly [language: string, program: string, file: string, call: string])[] = [
  [
    'ts',
    process.execPath,
    'verify.ts',
    `import { readFileSync } from 'node:fs';
     for (const [body, signature, secret] of JSON.parse(readFileSync('cases.json', 'utf8')))
       console.log(isFromFootfall(Buffer.from(body), signature || null, secret));`,
  ],
  [
    'python',
    'python3',
    'verify.py',
    `import json
for body, signature, secret in json.load(open("cases.json", encoding="utf-8")):
    print(is_from_footfall(body.encode(), signature or None, secret))`,
  ],
  [
    'php',
    'php',
    'verify.php',
    `foreach (json_decode(file_get_contents('cases.json')) as [$body, $signature, $secret])
       echo is_from_footfall($body, $signature ?: null, $secret) ? "true\n" : "false\n";`,
  ],
];

/** A delivery as a receiver gets it. */
async function aDelivery() {
  await using telling = await startPublishingServer();
  await using receiver = await startReceiver();
  const site = await telling.given.site({ label: 'Käse & Wein 👏' });
  const { secret } = await aWebhook(telling, { url: receiver.url, events: ['new_hit'] });
  await telling.given.hits(site.id, [{ path: '/größe' }]);
  await deliver(telling);
  const [sent] = receiver.received;
  return { body: sent?.text ?? '', signature: sent?.headers['x-signature'] ?? '', secret };
}
let delivery: ReturnType<typeof aDelivery> | undefined;

for (const [language, program, file, call] of PROGRAMS)
  test.skipIf(Bun.which(program) === null)(
    `the ${language} sample knows a delivery from a forgery`,
    async () => {
      delivery ??= aDelivery();
      const { body, signature, secret } = await delivery;
      const [sample = ''] = blocks(await markdown('webhooks'), language);
      const cases = [
        [body, signature, secret],
        [`${body} `, signature, secret],
        [body, signature.toUpperCase(), secret],
        [body, signature.slice(0, -1), secret],
        [body, '', secret],
        [body, 'sha256=é', secret],
        [body, signature, 'another secret'],
      ];
      const files = { [file]: `${sample}\n\n${call}\n`, 'cases.json': JSON.stringify(cases) };
      const output = await run([program, file], files);
      expect(output.trim().toLowerCase().split('\n')).toEqual(['true', ...cases.slice(1).map(() => 'false')]);
    },
  );
