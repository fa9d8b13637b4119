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
  await server().api('POST', '/sites/1/signals', { body: { signal } });
  await server().api('PATCH', '/sites/1/features', { body: { uptime: true } });
});

const markdown = async (name: string): Promise<string> =>
  (await fetch(`${server().url}/docs/${name}.md`)).text();

/** Blocks of a page in one language. */
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) =>
    code.trim(),
  );

/** Runs lines of a shell in a folder of their own; answers what they print. */
async function shell(script: string): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-docs-'));
  try {
    const child = Bun.spawn(['sh', '-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', KEY: key, BODY: '{}', SIGNING_SECRET: 'secret' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const output = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text());
    return { code: await child.exited, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hasCurl = Bun.which('curl') !== null;

test.skipIf(!hasCurl)('every call in the guides is answered with success', async () => {
  for (const { name } of DOC_PAGES.filter(page => page.name !== 'api')) {
    const calls = blocks(await markdown(name), 'sh').filter(block => block.startsWith('curl'));
    for (const call of calls) {
      const isStream = call.includes('/live') && call.includes('text/event-stream');
      const limit = isStream ? '--max-time 0.5' : '--fail-with-body';
      const { code, output } = await shell(
        `curl() { command curl -sS ${limit} "$@"; }\n${call.replaceAll('YOUR_SITE_UID', uid)}`,
      );
      // The test ends a stream after its first event.
      expect([name, call, code, isStream ? output.includes('event: live') : true]).toEqual([
        name,
        call,
        isStream ? 28 : 0,
        true,
      ]);
    }
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
  const { output } = await shell(
    `curl() { command curl -s -o answer -w '%{http_code} ' "$@"; head -c 200 answer | tr '\\n' ' '; echo; }\n${ordered.join('\n')}`,
  );
  const answers = output.trim().split('\n');
  expect(answers).toHaveLength(ordered.length);
  const wrong = ordered.flatMap((call, at) => {
    const answer = answers[at] ?? '';
    const isWrong = WRONG.test(answer.slice(0, 3)) || answer.includes('endpoint not found');
    return isWrong ? [`${call}\n→ ${answer}`] : [];
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

/** Programs that call the function of each language and print its result. */
const PROGRAMS: readonly (readonly [language: string, program: string, file: string, call: string])[] = [
  [
    'ts',
    process.execPath,
    'verify.ts',
    `import { readFileSync } from 'node:fs';
     const [, , file, signature, secret] = process.argv;
     process.stdout.write(String(isFromFootfall(readFileSync(file ?? ''), signature || null, secret ?? '')));`,
  ],
  [
    'python',
    'python3',
    'verify.py',
    `import sys
with open(sys.argv[1], "rb") as file:
    print(is_from_footfall(file.read(), sys.argv[2] or None, sys.argv[3]), end="")`,
  ],
  [
    'php',
    'php',
    'verify.php',
    `echo is_from_footfall(file_get_contents($argv[1]), $argv[2] ?: null, $argv[3]) ? 'true' : 'false';`,
  ],
];

/** A delivery as a receiver gets it. */
async function aDelivery() {
  await using telling = await startPublishingServer();
  await using receiver = await startReceiver();
  const site = await telling.given.site({ label: 'Käse & Wein 👏' });
  const { secret } = await aWebhook(telling, { url: receiver.url, events: ['new_hit'] });
  await telling.api('POST', `/sites/${site.id}/hits`, { body: { path: '/größe' } });
  await deliver(telling);
  const [sent] = receiver.received;
  return { body: sent?.text ?? '', signature: sent?.headers['x-signature'] ?? '', secret };
}

for (const [language, program, file, call] of PROGRAMS) {
  test.skipIf(Bun.which(program) === null)(
    `the ${language} sample knows a delivery from a forgery`,
    async () => {
      const { body, signature, secret } = await aDelivery();
      const [sample = ''] = blocks(await markdown('webhooks'), language);
      const folder = mkdtempSync(join(tmpdir(), 'footfall-docs-'));
      try {
        writeFileSync(join(folder, file), `${sample}\n\n${call}\n`);
        const verify = async (sentBody: string, sentSignature: string, key = secret): Promise<string> => {
          const bodyFile = join(folder, crypto.randomUUID());
          writeFileSync(bodyFile, sentBody);
          const command = [program, join(folder, file), bodyFile, sentSignature, key];
          const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'inherit' });
          return (await new Response(child.stdout).text()).toLowerCase();
        };
        expect(await verify(body, signature)).toBe('true');
        const forgeries = [
          verify(`${body} `, signature),
          verify(body, signature.toUpperCase()),
          verify(body, signature.slice(0, -1)),
          verify(body, ''),
          verify(body, 'sha256=é'),
          verify(body, signature, 'another secret'),
        ];
        expect(await Promise.all(forgeries)).toEqual(forgeries.map(() => 'false'));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
}
