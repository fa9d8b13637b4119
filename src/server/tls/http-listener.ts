/** The port without TLS of a server that has its own: it leads to the one with TLS, and proves to authorities whose the host is. */
import { type Address, type Listener, listen } from '../listen.ts';

/** Where authorities look for their proof. Source: RFC 8555, section 8.3. */
const CHALLENGE = '/.well-known/acme-challenge/';

export interface HttpListenerOptions extends Address {
  /** Public origin; null: the host that was asked for. */
  readonly origin: string | null;
  /** The port with TLS. */
  readonly securePort: number;
  /** Returns the answer to a challenge by its token. */
  readonly findChallenge: (token: string) => string | undefined;
}

/** Starts it. Throws a `CommandError` of one line. */
export function startHttpListener({
  origin,
  securePort,
  findChallenge,
  ...address
}: HttpListenerOptions): Listener {
  const listener = listen(address);
  listener.setHandler(request => {
    if (!URL.canParse(request.url)) return new Response(null, { status: 400 });
    const { hostname, pathname, search } = new URL(request.url);
    const answer = pathname.startsWith(CHALLENGE)
      ? findChallenge(pathname.slice(CHALLENGE.length))
      : undefined;
    if (answer !== undefined)
      return new Response(answer, { headers: { 'content-type': 'application/octet-stream' } });
    const target = origin ?? `https://${hostname}${securePort === 443 ? '' : `:${securePort}`}`;
    // Keeps the method: reports of pages are posts.
    return new Response(null, { status: 308, headers: { location: `${target}${pathname}${search}` } });
  });
  return listener;
}
