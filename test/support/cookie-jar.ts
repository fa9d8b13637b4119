/** A browser as far as sessions go: it keeps cookies, and its pages are this server's. */
import type { ApiAnswer, TestServer } from './server.ts';

export interface TestBrowser {
  readonly cookies: Map<string, string>;
  /** Asks beside the API, as a page of the server does. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  signIn(email?: string, password?: string): Promise<ApiAnswer>;
  /** Asks the API with the session it has. */
  api(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** The status of an endpoint of the API that is read. */
  statusOf(path: string): Promise<number>;
}

export const PASSWORD = 'correct horse';

/** `always` are headers of every request, such as the address that a proxy adds. */
export function openBrowser(server: TestServer, always: Record<string, string> = {}): TestBrowser {
  const cookies = new Map<string, string>();

  async function send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        origin: server.url,
        'user-agent': 'footfall-test',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...always,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  }

  return {
    cookies,
    ask: (method, path, body, headers) => send(method, path, body, headers),
    signIn: (email = server.owner.email, password = PASSWORD) =>
      send('POST', '/session', { email, password }),
    api: (method, path, body) => send(method, `/api/v1${path}`, body),
    statusOf: async path => (await send('GET', `/api/v1${path}`, undefined)).status,
  };
}
