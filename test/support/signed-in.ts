/** A browser on pages of a server: it keeps its cookies. */
import type { TestServer } from './server.ts';

export interface TestBrowser {
  /** Sends a request beside the API, as a page of this server does. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Status of an API call with the cookies it has. */
  api(path: string): Promise<number>;
  readonly cookies: ReadonlyMap<string, string>;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

/** One without cookies yet. */
export function openBrowser(server: Pick<TestServer, 'url'>): TestBrowser {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookies,
    async send(method, path, body, headers = {}) {
      const response = await fetch(server.url + path, {
        method,
        headers: { origin: server.url, cookie: header(), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    },
    async api(path) {
      const headers = { cookie: header(), 'user-agent': 'footfall-test' };
      const response = await fetch(`${server.url}/api/v1${path}`, { headers });
      await response.arrayBuffer();
      return response.status;
    },
  };
}
