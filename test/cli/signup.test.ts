/** Signups on the command line, with and beside a server. Source: decisions, section 1, Commands. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { run, temporaryFolder } from '../support/cli.ts';
import { createMovableClock, makeDataFolder, startTestServer } from '../support/server.ts';
import { getSignup, MODES, newEmail, requestSignup } from '../support/signing-up.ts';

setDefaultTimeout(300_000);

test('the operator lists pending signups and approves one, with a link that works from then on', async () => {
  await using server = await startTestServer({ settings: MODES.approve });
  const footfall = (args: string) => run(args, { data: server.data });
  expect(await footfall('signup list')).toEqual({ code: 0, out: 'no signups wait', err: '' });
  const email = newEmail();
  const made = (await requestSignup(server, { email, agent_name: 'A \u202e"name"' })).body;
  const listed = (await footfall('signup list')).out;
  const [line, link = ''] = listed.split('\n');
  expect(line).toBe(`1  ${email} for "A  \\"name\\""  to be approved, until 2026-03-17T12:00:00.000Z`);
  expect(link.trim()).toStartWith(`${server.url}/activate?token=`);
  expect((await footfall('signup approve 1')).out).toBe(
    `signup of ${email} approved; activation link:\n${link}`,
  );
  expect((await footfall('signup list')).out).toContain('waits for its owner');
  const token = new URL(link.trim()).searchParams.get('token');
  const activated = await fetch(`${server.url}/session/activate`, {
    method: 'POST',
    headers: { origin: server.url },
    body: JSON.stringify({ token, password: 'correct horse', tos_accepted: true }),
  });
  expect(activated.status).toBe(200);
  expect((await getSignup(server, made)).body.status).toBe('owner_activated');
  expect((await footfall('signup list')).out).toBe('no signups wait');
});

test('without a server the same is done, and the links begin with the public address', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const clock = createMovableClock(new Date(Date.now()).toISOString());
  const server = await startTestServer({ data, clock, settings: MODES.approve });
  await requestSignup(server, { email: 'ann@example.org' });
  await server.stop();
  const environment = { FOOTFALL_BASE_URL: 'https://stats.example.org' };
  expect((await run('signup list', { data, environment })).out).toMatch(
    /^1 {2}ann@example\.org {2}to be approved.*\n {4}https:\/\/stats\.example\.org\/activate/,
  );
  expect((await run('signup approve 1', { data, environment })).code).toBe(0);
});

describe('faults are one line', () => {
  test.each([
    ['signup approve', 2, 'SIGNUP_ID is missing'],
    ['signup approve x', 2, 'SIGNUP_ID must be a whole number, 1 or more, got "x"'],
    ['signup approve 7', 1, 'no signup 7 is pending: see `footfall signup list`'],
    ['signup list more', 2, '"more" is one argument too many'],
  ])('%s', async (args, code, message) => {
    using folder = temporaryFolder();
    await makeDataFolder(folder.path);
    const { err, ...rest } = await run(args, { data: folder.path });
    expect([rest.code, err.split('\n')[0]]).toEqual([code, `footfall: ${message}`]);
  });
});
