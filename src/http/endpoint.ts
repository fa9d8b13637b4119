/** What an endpoint is: one row of a feature's route table, from which routing, checks, documents and tests are made. */

import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Account, KeyHolder, Role } from '../core/access.ts';
import type { Site } from '../core/site.ts';
import type { User } from '../core/user.ts';
import type { BodySize } from './body.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** An answer: a status and what becomes its JSON body. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Sent as it is instead of `body`, where the client asked for something else than JSON. */
  readonly raw?: RawBody;
}

/** A body that is not JSON: a text, or a stream that is read as fast as the client reads. */
export interface RawBody {
  readonly content: string | ReadableStream<Uint8Array>;
  /** In small letters; `content-type` among them. They go over those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
/** 200 with a body that is not JSON. */
export const okRaw = (raw: RawBody): Reply => ({ status: 200, raw });
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent = (): Reply => ({ status: 204 });

/** What every handler is given. */
export interface PublicCall<Query, Body> {
  readonly request: Request;
  /** Aborts when nobody waits for the answer any more: the client has gone, or it was answered that a reading takes too long. */
  readonly signal: AbortSignal;
  /** Path parameters but `id`, as text. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Address of the client, as far as trusted proxies tell; only for public endpoints. Never stored, never logged. */
  readonly address: string;
}

/** …behind a key or a session. */
export interface UserCall<Query, Body> extends PublicCall<Query, Body> {
  readonly user: User;
  /** Null when a dashboard session asks. */
  readonly key: KeyHolder | null;
  /** Token of the dashboard session that asks; null when a key does, whatever cookies come with it. */
  readonly sessionToken: string | null;
  /**
   * Whether the caller would be let in again at this moment, by key or session, role, plan and site: for answers that
   * go on for long. Not counted as a request.
   */
  readonly mayGoOn: () => boolean;
}

/** …on an account. */
export interface AccountCall<Query, Body> extends UserCall<Query, Body> {
  readonly account: Account;
}

/** …on one of its sites. */
export interface SiteCall<Query, Body> extends AccountCall<Query, Body> {
  readonly site: Site;
}

export type Scope = 'public' | 'user' | 'account' | 'site';

/** What has been found when a request is about to be let in. */
export interface Found {
  readonly user: User;
  readonly account: Account;
  /** Undefined for endpoints that are not below a site. */
  readonly site: Site | undefined;
  readonly params: Readonly<Record<string, string>>;
}

/** What has been found of a request that is about its user. */
export interface FoundUser {
  readonly user: User;
  readonly params: Readonly<Record<string, string>>;
}

/** Everything a request may have to be let in for. */
interface Gate {
  /** Least role in the account. Default: `viewer` for GET, `admin` for everything else. */
  readonly role?: Role;
  /** A plan that must be in force. Any subscription is needed in any case; naming it tells so in the documents. */
  readonly plan?: 'subscription' | 'ultra';
  /** Before anything of the request is looked at: throws 403 for what is switched off for everybody. */
  readonly checkOpen?: () => void;
  /** Then, before the body is read: throws 429 for an address that may send nothing more for now. */
  readonly checkAddress?: (address: string) => void;
  /**
   * The last check, after account and site and before query and body: throws 404 for another resource that the path
   * names, and 403 for a feature that is off for the site.
   */
  readonly admit?: (found: Found) => void;
  /**
   * The same where a request is about its user and no account: throws 403 for what only others may do, and 404 for what
   * the path names and the user does not have.
   */
  readonly admitUser?: (caller: FoundUser) => void;
}

/** The parts of an endpoint that are documentation and validation. */
export interface EndpointFacts<Query extends TObject, Body extends TSchema> {
  readonly method: Method;
  /** Below the API's root, such as `/sites/:id/hits`. */
  readonly path: string;
  /** Group in the documents. */
  readonly tag: string;
  /** A few words: "List hits". */
  readonly summary: string;
  /** Name in generated clients: `listHits`. */
  readonly operationId: string;
  readonly query?: Query;
  /** Names of `query` that the description says in words, since the answer is then another one. */
  readonly undocumentedQuery?: readonly string[];
  /** Validated before the handler runs, except with `validatesBody: false`. */
  readonly body?: Body;
  /** How large a body may be: a row of `MAX_BODY_BYTES`. Default: `public` without a key, `standard` behind one. */
  readonly bodySize?: BodySize;
  /** False where the handler validates itself and the schema only documents: bodies whose faults are values. */
  readonly validatesBody?: false;
  /** What the summary has no room for, in sentences; Markdown. */
  readonly description?: string;
  /** What 200 can be beside the JSON of `answers`, if there is any: media types, and what each holds. */
  readonly otherMedia?: Readonly<Record<string, string>>;
  /** Answers by status; null for an empty body. Error answers that every endpoint may give are added by the document. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
  /** Ingestion answers faults of a body as `{status:'error', errors}`. */
  readonly isIngestion?: boolean;
  readonly gate?: Gate;
}

/** A row as the machinery sees it. */
export interface Endpoint extends EndpointFacts<TObject, TSchema> {
  readonly scope: Scope;
  handle(call: SiteCall<unknown, unknown>): Reply | Promise<Reply>;
}

type Handler<Call> = (call: Call) => Reply | Promise<Reply>;
type QueryOf<Query extends TObject> = Static<Query>;

function endpoint(scope: Scope, facts: EndpointFacts<TObject, TSchema>, handle: unknown): Endpoint {
  return { ...facts, scope, handle: handle as Endpoint['handle'] };
}

/** Open to anybody. */
export const publicEndpoint = <Query extends TObject, Body extends TSchema>(
  facts: EndpointFacts<Query, Body>,
  handle: Handler<PublicCall<QueryOf<Query>, Static<Body>>>,
): Endpoint => endpoint('public', facts, handle);

/** For any valid key, whatever its owner's plan. */
export const userEndpoint = <Query extends TObject, Body extends TSchema>(
  facts: EndpointFacts<Query, Body>,
  handle: Handler<UserCall<QueryOf<Query>, Static<Body>>>,
): Endpoint => endpoint('user', facts, handle);

/** On the account that the request names (`account_id`), or the personal one. */
export const accountEndpoint = <Query extends TObject, Body extends TSchema>(
  facts: EndpointFacts<Query, Body>,
  handle: Handler<AccountCall<QueryOf<Query>, Static<Body>>>,
): Endpoint => endpoint('account', facts, handle);

/** On the site that `:id` names, which must be one of the account's. */
export const siteEndpoint = <Query extends TObject, Body extends TSchema>(
  facts: EndpointFacts<Query, Body>,
  handle: Handler<SiteCall<QueryOf<Query>, Static<Body>>>,
): Endpoint => endpoint('site', facts, handle);
