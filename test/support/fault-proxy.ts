/** Faults of a ClickHouse server and of the network before it, in front of a server of tests. */
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What ClickHouse answers for an error: status, code, name and text. */
const EXCEPTIONS = {
  'wrong password': [403, 516, 'AUTHENTICATION_FAILED', 'ann: Authentication failed: password is incorrect'],
  'unknown database': [404, 81, 'UNKNOWN_DATABASE', 'Database hits does not exist'],
  'unknown setting': [404, 115, 'UNKNOWN_SETTING', 'Unknown setting distributed_foreground_insert'],
  'read-only user': [500, 164, 'READONLY', 'ann: Cannot execute query in readonly mode'],
  'too many statements': [
    500,
    202,
    'TOO_MANY_SIMULTANEOUS_QUERIES',
    'Too many simultaneous queries. Maximum: 100',
  ],
  'full disk': [500, 243, 'NOT_ENOUGH_SPACE', 'Cannot reserve 1.00 MiB, not enough space'],
  'full memory': [500, 241, 'MEMORY_LIMIT_EXCEEDED', 'Memory limit (total) exceeded'],
  'too slow': [408, 159, 'TIMEOUT_EXCEEDED', 'Timeout exceeded: elapsed 20001 ms, maximum: 20000 ms'],
  'syntax error': [400, 62, 'SYNTAX_ERROR', 'Syntax error: failed at position 1 (SELEC)'],
} as const satisfies Readonly<Record<string, readonly [number, number, string, string]>>;

/** Answers of something else than ClickHouse. */
const STATUSES = { 'status 500': 500, 'status 503': 503, 'status 404': 404 } as const;

/** What happens to a connection once the server has done the statement. */
const AFTERWARDS = {
  /** The answer never comes. */
  'lost answer': response => response.socket?.destroy(),
  /** The client waits for it until it gives up. */
  'no answer': () => undefined,
  /** The connection ends within the answer. */
  'half an answer': (response, body) => {
    response.setHeader('content-length', body.length);
    response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
  },
  /** What is between ends the answer as if it were whole. */
  'a shortened answer': (response, body) => void response.end(body.subarray(0, body.length / 2)),
  /** The server fails after it has begun to answer. */
  'an error within the answer': (response, body) => {
    response.write(body.subarray(0, body.length / 2));
    response.end('Code: 241. DB::Exception: Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)\n');
  },
} as const satisfies Readonly<Record<string, (response: ServerResponse, body: Buffer) => void>>;

/** What happens to a connection before the server sees the statement. */
const BEFORE = {
  'lost connection': response => response.socket?.destroy(),
  'no answer and no statement': () => undefined,
} as const satisfies Readonly<Record<string, (response: ServerResponse) => void>>;

/** How much of a statement the server gets, and whether what is between ends it as if it were whole. */
const PARTS = {
  'half a statement': { isEnded: false },
  'a shortened statement': { isEnded: true },
} as const satisfies Readonly<Record<string, { readonly isEnded: boolean }>>;

export type Fault =
  | keyof typeof EXCEPTIONS
  | keyof typeof STATUSES
  | keyof typeof AFTERWARDS
  | keyof typeof BEFORE
  | keyof typeof PARTS;

/** All of them. */
export const FAULTS = [EXCEPTIONS, STATUSES, AFTERWARDS, BEFORE, PARTS].flatMap(
  table => Object.keys(table) as (Fault & keyof typeof table)[],
);

export interface FaultProxy {
  readonly url: string;
  /** Decides what happens to a statement; undefined for nothing. */
  failWith(choose: (statement: string) => Fault | undefined): void;
  /** Resolves when a statement has come since `failWith`. */
  asked(): Promise<void>;
  /** Resolves when a client leaves before it has its answer. */
  clientLeft(): Promise<void>;
  stop(): void;
}

/** Starts a proxy before a server; at first it does nothing. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let choose: (statement: string) => Fault | undefined = () => undefined;
  let asked = Promise.withResolvers<void>();
  let left = Promise.withResolvers<void>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await Array.fromAsync(request));
    const url = new URL(request.url ?? '/', target);
    asked.resolve();
    const fault = choose(url.searchParams.get('query') ?? body.toString());
    if (is(EXCEPTIONS, fault)) return refuse(response, EXCEPTIONS[fault]);
    if (is(STATUSES, fault)) return void response.writeHead(STATUSES[fault]).end('<html>Bad Gateway</html>');
    if (is(BEFORE, fault)) return void BEFORE[fault](response);
    const { method = 'GET', headers } = request;
    const part = body.subarray(0, endOfHalf(body));
    if (is(PARTS, fault) && !PARTS[fault].isEnded) {
      await sendHalf(
        url,
        { method, headers: { ...toHeaders(headers), 'content-length': body.length } },
        part,
      );
      return void response.socket?.destroy();
    }
    const sent = is(PARTS, fault) ? part : body;
    const real = await fetch(url, { method, body: sent, headers: toHeaders(headers) });
    response.statusCode = real.status;
    for (const name of ['x-clickhouse-exception-code', 'x-clickhouse-summary'])
      if (real.headers.has(name)) response.setHeader(name, real.headers.get(name) ?? '');
    const bytes = Buffer.from(await real.arrayBuffer());
    if (is(AFTERWARDS, fault)) AFTERWARDS[fault](response, bytes);
    else response.end(bytes);
  };
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (response.writableEnded) return;
      left.resolve();
      left = Promise.withResolvers();
    });
    answer(request, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failWith: next => {
      choose = next;
      asked = Promise.withResolvers();
    },
    asked: () => asked.promise,
    clientLeft: () => left.promise,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns where half of a body ends: after a line, if it has some, so that what is left can be understood. */
const endOfHalf = (body: Buffer): number => {
  const half = Math.floor(body.length / 2);
  return body.lastIndexOf('\n', half) + 1 || half;
};

/** Sends the begin of a body, and ends the connection. Resolves once the server has seen that. */
const sendHalf = (url: URL, options: RequestOptions, half: Buffer): Promise<void> =>
  new Promise(resolve => {
    const upstream = sendRequest(url, options, response => response.resume());
    upstream.on('error', () => undefined).on('close', () => resolve());
    upstream.write(half, () => upstream.destroy());
  });

const is = <Table extends object>(table: Table, fault: Fault | undefined): fault is Fault & keyof Table =>
  fault !== undefined && fault in table;

const refuse = (
  response: ServerResponse,
  [status, code, name, text]: (typeof EXCEPTIONS)[keyof typeof EXCEPTIONS],
): void => {
  response.writeHead(status, { 'x-clickhouse-exception-code': code });
  response.end(`Code: ${code}. DB::Exception: ${text}. (${name}) (version 26.7.2.1)\n`);
};

const toHeaders = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'content-encoding', 'x-clickhouse-database'].flatMap(name => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
