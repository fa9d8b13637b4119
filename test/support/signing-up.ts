/** Agents that ask for accounts, and owners who activate them. */
import type { TestServer } from './server.ts';
import type { TestRelay } from './smtp-server.ts';

export const MODES = {
  open: { FOOTFALL_SIGNUPS: 'open' },
  approve: { FOOTFALL_SIGNUPS: 'approve' },
  closed: { FOOTFALL_SIGNUPS: 'closed' },
} as const;

/** Settings of a server that mails over a relay on this machine. */
export const mailing = (port: number) => ({
  FOOTFALL_SMTP_URL: `smtp://127.0.0.1:${port}`,
  FOOTFALL_MAIL_FROM: 'Footfall <stats@example.org>',
  FOOTFALL_BASE_URL: 'https://stats.example.org',
});

export const newEmail = () => `owner-${crypto.randomUUID()}@example.org`;

let addresses = 0;

/** Headers of an agent with a new client address at each call; the test acts as its proxy. */
export const fromElsewhere = () => ({
  'x-forwarded-for': `203.0.${(addresses >> 8) & 255}.${addresses++ & 255}`,
});
export const TRUSTS_TEST = { FOOTFALL_TRUSTED_PROXIES: '127.0.0.0/8,::1/128' };

/** Requests a signup, from another address each time unless one is given. */
export const requestSignup = (
  server: TestServer,
  fields: Record<string, unknown>,
  headers: Record<string, string> = fromElsewhere(),
) => server.api('POST', '/agent_signups', { key: null, body: { tos_accepted: true, ...fields }, headers });

export const getSignup = (
  server: TestServer,
  { id, token }: { id: string; token: string },
  headers: Record<string, string> = {},
) =>
  server.api('GET', `/agent_signups/${id}`, {
    key: null,
    headers: { 'x-agent-signup-token': token, ...headers },
  });

/** Token of a link of the signup of an address, as the operator sees it. */
export async function linkTokenOf(server: TestServer, email: string): Promise<string> {
  const { signups } = await server.get('/operator/signups');
  const found = signups.find((signup: { email: string }) => signup.email === email);
  return new URL(found.activation_url).searchParams.get('token') ?? '';
}

/** Tokens of the links in the mails that were taken. */
export const mailedTokens = ({ mails }: Pick<TestRelay, 'mails'>): string[] =>
  mails.flatMap(({ text }) => /activate\?token=([\w-]+)/.exec(text)?.[1] ?? []);
