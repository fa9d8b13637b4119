/** The socket that the server listens on, with its own TLS or without. */
import { CommandError, getErrorCode } from '../core/errors.ts';
import { IDLE_TIMEOUT_SECONDS, toMaxAnswerMs } from '../http/deadline.ts';
import type { Certificate } from './tls/certificate.ts';

/** None: bodies are limited in http/body.ts, with messages of its own; the rest of a refused one is dropped. */
const HARD_BODY_LIMIT = Number.MAX_SAFE_INTEGER;

type Handler = (request: Request) => Response | Promise<Response>;

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Flag that names another port, for messages. */
  readonly flag: 'port' | 'http-port';
  /** Default: 30. */
  readonly idleTimeoutSeconds?: number;
}

export interface Listener {
  readonly port: number;
  /** Longest time for the answer of a read; writes keep their connection open. */
  readonly maxAnswerMs: number;
  /** Answers requests from now on. */
  setHandler(answer: Handler): void;
  /**
   * Uses another certificate for new connections. Those that are open stay, with what is requested over them: a second socket on
   * the same port takes over, since the certificate of one cannot be changed.
   */
  setCertificate(certificate: Certificate): void;
  /** Returns the remote address of a request's connection; empty when it is closed. */
  getPeerAddress(request: Request): string;
  /** Keeps the connection of a request open, however long its answer takes. Returns what ends that, to be called before it. */
  keepOpen(request: Request): () => void;
  /** Stops accepting, and waits for requests in flight, `deadlineMs` at most. */
  stop(deadlineMs: number): Promise<void>;
}

/** Throws a `CommandError` of one line for an address that cannot be listened on. */
export function checkAddress(address: Address): void {
  bind(address, notReady).stop(true);
}

const notReady: Handler = () => new Response('starting', { status: 503, headers: { 'retry-after': '1' } });

/** Binds the port. The handler is set afterwards, since it needs the port. Throws a `CommandError` of one line. */
export function listen(address: Address, certificate?: Certificate): Listener {
  const { idleTimeoutSeconds = IDLE_TIMEOUT_SECONDS } = address;
  // That another program has the port is found out first: sockets that may be replaced share theirs.
  if (certificate && address.port !== 0) checkAddress(address);
  let answer = notReady;
  let server = bind(address, answer, certificate);
  const { port = 0 } = server;
  /** The socket in use, and those before it as long as they have connections. */
  const open = new Set([server]);

  return {
    port,
    maxAnswerMs: toMaxAnswerMs(idleTimeoutSeconds),
    setHandler(handler) {
      answer = handler;
      server.reload({ fetch: answer });
    },
    setCertificate(next) {
      const before = server;
      server = bind({ ...address, port }, answer, next);
      open.add(server);
      void before.stop().then(() => open.delete(before));
    },
    getPeerAddress: request => server.requestIP(request)?.address ?? '',
    keepOpen: request => {
      const asked = server;
      asked.timeout(request, 0);
      return () => asked.timeout(request, idleTimeoutSeconds);
    },
    async stop(deadlineMs) {
      const timer = setTimeout(() => {
        for (const each of open) void each.stop(true);
      }, deadlineMs);
      await Promise.all([...open].map(each => each.stop()));
      clearTimeout(timer);
    },
  };
}

function bind(
  { host, port, flag, idleTimeoutSeconds = IDLE_TIMEOUT_SECONDS }: Address,
  answer: Handler,
  certificate?: Certificate,
) {
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: HARD_BODY_LIMIT,
      fetch: answer,
      // An answer that breaks off is no fault of the program: the runtime would print where.
      development: false,
      // In production the runtime would let two programs share a port.
      reusePort: certificate !== undefined,
      ...(certificate ? { tls: { cert: certificate.chain, key: certificate.key } } : {}),
    });
  } catch (error) {
    const code = getErrorCode(error);
    const reason = LISTEN_ERRORS[code]?.(flag) ?? `the address cannot be used; ${OTHER_HOST}`;
    throw new CommandError(`cannot listen on ${host} port ${port}: ${reason}`, {
      // The others may be over at the next start.
      exitCode: code === 'EACCES' ? 2 : 1,
    });
  }
}

const OTHER_HOST = 'choose another with --host or FOOTFALL_HOST';
const VARIABLES = { port: 'FOOTFALL_PORT', 'http-port': 'FOOTFALL_HTTP_PORT' } as const;

const LISTEN_ERRORS: Readonly<Record<string, (flag: Address['flag']) => string>> = {
  EADDRINUSE: flag =>
    `another program has it; stop that one or choose another with --${flag} or ${VARIABLES[flag]}`,
  EACCES: flag =>
    `this user may not use that port; choose one above 1023 with --${flag} or ${VARIABLES[flag]}`,
  EADDRNOTAVAIL: () => `this machine has no such address; ${OTHER_HOST}`,
};
