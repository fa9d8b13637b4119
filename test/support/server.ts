/** A whole server for one test: its own folder, a free port, a clock to move, an owner with two keys. */
import { rmSync } from 'node:fs';
import { loadConfig } from '../../src/config/load.ts';
import type { Clock } from '../../src/core/clock.ts';
import { createLog, type Log } from '../../src/core/log.ts';
import type { Registries } from '../../src/features/uptime/domain/domain-expiry.ts';
import type { Resolve } from '../../src/outbound/target.ts';
import { startServer } from '../../src/server/start.ts';
import { connect } from '../../src/stores/clickhouse/client.ts';
import type { ReadLimits } from '../../src/stores/read-limits.ts';
import { toChdbAddress } from './chdb.ts';
import { copyMigratedDatabase } from './clickhouse-databases.ts';
import { LONG_READ_LIMITS } from './hit-engine.ts';
import { makeFolder, prepareFolder } from './prepared-folder.ts';

const copyEmptyFolder = prepareFolder(async data => {
  const server = await startTestServer({ data, hasOwner: false, isEmbedded: true });
  await server.stop();
});

/** Creates a data folder without users, as a first start leaves it. */
export async function makeDataFolder(data: string): Promise<void> {
  await copyEmptyFolder(data);
}

export interface MovableClock extends Clock {
  /** Goes forward (back when negative). */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number }): void;
  set(instant: string): void;
}

/** When servers start, as far as their tests do not care. */
const USUAL_TIME = '2026-03-10T12:00:00Z';

export function createMovableClock(start = USUAL_TIME): MovableClock {
  let nowMs = Date.parse(start);
  return {
    now: () => new Date(nowMs),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) => {
      nowMs += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
    },
    set: instant => {
      nowMs = Date.parse(instant);
    },
  };
}

/** An answer with its body read as JSON where it is some, else as text; `body` is as loose as a test likes it. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface CallOptions {
  /** A key; `null` for none. Default: the owner's full key. */
  readonly key?: string | null | undefined;
  /** Sent as JSON, or as it is when it is a text or bytes. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface TestServerOptions {
  /** Settings as an operator would write them, by variable. */
  readonly settings?: Record<string, string>;
  readonly clock?: MovableClock;
  /** When a clock of its own begins, where no clock is given. */
  readonly at?: string;
  /** A folder that outlives the server. */
  readonly data?: string;
  /** False: no owner is added. */
  readonly hasOwner?: boolean;
  /** Where names lead, instead of where the machine finds them. */
  readonly resolve?: Resolve;
  /** Certificates of authorities trusted instead of the usual ones, in PEM. */
  readonly trust?: readonly string[];
  /** Where the server logs. Default: nowhere. */
  readonly log?: Log;
  /** Name servers that are asked for records, as `address:port`. */
  readonly nameServers?: readonly string[];
  /** Registries that are queried for the expiry of domains. */
  readonly registries?: Registries;
  /** Go on with what is left of damaged files. */
  readonly acceptsLoss?: boolean;
  /** Seconds without a byte after which a connection is closed. */
  readonly idleTimeoutSeconds?: number;
  /** How long reports wait for each other. */
  readonly readLimits?: ReadLimits;
  /** How many hits wait for ClickHouse at most. */
  readonly maxWaitingHits?: number;
  /** Hits are in the folder, also where the run of tests names a server of ClickHouse. */
  readonly isEmbedded?: boolean;
  /** Copies a folder as a first start leaves it, with its owner. Default: one that began at the usual time, for servers of that time. */
  readonly copyStarted?: () => Promise<{ readonly folder: string; readonly filled: TestUser }>;
}

/** Limits of test servers: long, since the machine may be busy with other things. */
const LONG_LIMITS = {
  readLimits: LONG_READ_LIMITS,
  idleTimeoutSeconds: 250,
} as const;

/** No test asks the machine's own DNS. */
const knowsNoName: Resolve = async host => {
  if (host === 'localhost') return ['127.0.0.1'];
  throw new Error(`no address for ${host}`);
};

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

const isText = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/') === true;

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

const clickHouse = process.env['TEST_CLICKHOUSE_URL'];
const createClickHouseDatabase = copyMigratedDatabase(database =>
  connect(toChdbAddress(clickHouse ?? '', database)),
);
/** Folders whose hits have a database already. */
const onClickHouse = new Set<string>();

/**
 * Returns the setting that puts hits on ClickHouse, in a database that belongs to the data folder, where the run of tests names
 * a server of it.
 */
async function findClickHouse(data: string): Promise<Record<string, string>> {
  if (clickHouse === undefined) return {};
  const database = `test_${Bun.hash(data).toString(36)}`;
  if (!onClickHouse.has(data)) await createClickHouseDatabase(database);
  onClickHouse.add(data);
  return { FOOTFALL_HITS_URL: `clickhouse+http://${new URL(clickHouse).host}/${database}` };
}

/** A user of the server, with a key of each kind. */
interface TestUser {
  readonly id: number;
  readonly email: string;
  readonly full: string;
  readonly readOnly: string;
}

const NO_OWNER: TestUser = { id: 0, email: '', full: '', readOnly: '' };

/** A folder as a first start at the usual time leaves it. */
export const copyStartedFolder = prepareFolder(async (data): Promise<TestUser> => {
  const server = await startTestServer({ data, isEmbedded: true });
  await server.stop();
  return server.owner;
});

/**
 * Returns the folder of a server, and the owner that it has already. A test that names its folder or another time begins with an
 * empty one, and makes its first start itself.
 */
async function findFolder({ data, clock, hasOwner, copyStarted }: TestServerOptions) {
  if (data !== undefined) return { data, owner: undefined };
  const isUsualTime = clock?.now().getTime() === Date.parse(USUAL_TIME);
  const copy = copyStarted ?? (isUsualTime ? copyStartedFolder : undefined);
  if (!copy || hasOwner === false) return { data: makeFolder(), owner: undefined };
  const { folder, filled } = await copy();
  return { data: folder, owner: filled };
}

/** The real server on a free port; `await using` stops it and removes its folder. */
export async function startTestServer(options: TestServerOptions = {}) {
  const clock = options.clock ?? createMovableClock(options.at);
  const { data, owner: given } = await findFolder({ ...options, clock });
  const environment = {
    FOOTFALL_DATA: data,
    FOOTFALL_PORT: '0',
    FOOTFALL_RATE_LIMIT: '0',
    FOOTFALL_CONNECTIVITY_PROBES: '',
    ...(options.isEmbedded ? {} : await findClickHouse(data)),
    ...options.settings,
  };
  const log = options.log ?? createLog('silent');
  const server = await startServer({
    config: loadConfig({ flags: {}, environment }),
    log,
    clock,
    runsJobs: false,
    acceptsLoss: options.acceptsLoss ?? false,
    readLimits: options.readLimits ?? LONG_LIMITS.readLimits,
    ...(options.maxWaitingHits === undefined ? {} : { maxWaitingHits: options.maxWaitingHits }),
    network: {
      resolve: options.resolve ?? knowsNoName,
      ...(options.trust ? { trust: options.trust } : {}),
      ...(options.nameServers ? { nameServers: options.nameServers } : {}),
      ...(options.registries ? { registries: options.registries } : {}),
      idleTimeoutSeconds: options.idleTimeoutSeconds ?? LONG_LIMITS.idleTimeoutSeconds,
    },
  });
  const { accounts, keys } = server.services.access;
  const addUser = async (
    email: string,
    plan?: 'none' | 'zen' | 'pro' | 'ultra',
    timeZone = 'UTC',
  ): Promise<TestUser> => {
    const user = await accounts.createUser({ email, password: 'correct horse', plan, timeZone });
    const make = (access: 'full_access' | 'read_only') =>
      keys.create({ userId: user.id, name: access, access }).secret;
    return { id: user.id, email, full: make('full_access'), readOnly: make('read_only') };
  };
  const hasNone = options.hasOwner === false || accounts.hasUsers();
  const owner = given ?? (hasNone ? NO_OWNER : await addUser('owner@example.org'));

  async function api(method: string, path: string, call: CallOptions = {}): Promise<ApiAnswer> {
    const key = call.key === undefined ? owner.full : call.key;
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'footfall-test',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: isRaw(call.body) ? call.body : JSON.stringify(call.body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : isText(response) ? text : JSON.parse(text),
    };
  }

  /** Stores rows of a site in one request, and returns their results. One that is not stored fails the test. */
  const storeBatch =
    (kind: 'hits' | 'events') =>
    async (siteId: number, rows: readonly object[], key = owner.full) => {
      const answer = await api('POST', `/sites/${siteId}/${kind}/batch`, { key, body: rows });
      if (answer.body.created_count !== rows.length) throw new Error(JSON.stringify(answer.body));
      return answer.body.results as readonly { readonly id: number }[];
    };

  return {
    url: server.url,
    data,
    clock,
    owner,
    api,
    /** Asks, and gives the body alone. */
    get: async (path: string, key?: string | null) => (await api('GET', path, { key })).body,
    post: (path: string, body: unknown, key?: string | null) => api('POST', path, { body, key }),
    patch: (path: string, body: unknown, key?: string | null) => api('PATCH', path, { body, key }),
    services: server.services,
    setUpUrl: server.setUpUrl,
    given: {
      user: addUser,
      /** A site of the owner (or of another key's), as the API answers it. One that is refused fails the test. */
      site: async (fields: Record<string, unknown> = {}, key = owner.full) => {
        const { body } = await api('POST', '/sites', {
          key,
          body: { url: 'https://shop.example', ...fields },
        });
        if (body.site === undefined) throw new Error(JSON.stringify(body));
        return body.site;
      },
      hits: storeBatch('hits'),
      events: storeBatch('events'),
    },
    /** Makes a user a member of another's account. */
    addToTeam: (boss: { email: string }, member: { email: string }, role: 'admin' | 'viewer') =>
      accounts.addToTeam(accounts.getUserByEmail(boss.email), accounts.getUserByEmail(member.email), role),
    /** Changes a user, as the operator's commands do. */
    setUser: (email: string, change: Parameters<typeof accounts.updateUser>[1]) =>
      accounts.updateUser(accounts.getUserByEmail(email), change),
    /** Runs a job by its name and waits for it. */
    job: (name: string) => server.scheduler.run(name),
    stop: server.stop,
    async [Symbol.asyncDispose]() {
      await server.stop();
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}
