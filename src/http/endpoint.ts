/** The endpoint: a row of a feature's route table, from which routing, checks, the OpenAPI document and tests derive. */

import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Account, KeyHolder, Role } from '../core/access.ts';
import type { Site } from '../core/site.ts';
import type { User } from '../core/user.ts';
import type { View, ViewSection } from '../core/view.ts';
import type { BodySize } from './body.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A reply: the status, and the value that is sent as JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Sent instead of `body` where the reply is not JSON. */
  readonly raw?: RawBody;
}

/** A body that is not JSON: a text, or a stream with backpressure. */
export interface RawBody {
  readonly content: string | ReadableStream<Uint8Array>;
  /** Names in lower case, `content-type` among them. They override those of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
/** Creates a 200 whose body is not JSON. */
export const okRaw = (raw: RawBody): Reply => ({ status: 200, raw });
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent = (): Reply => ({ status: 204 });

/** What every handler receives. */
export interface PublicCall<Query, Body> {
  readonly request: Request;
  /** Aborts when the client has disconnected, or when reading took too long and 503 was sent. */
  readonly signal: AbortSignal;
  /** Keeps the connection open after a body that the handler reads; other writes have it. Returns what ends that, before the answer. */
  readonly keepOpen: () => () => void;
  /** Path parameters as text. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** IP address of the client behind trusted proxies; empty where the endpoint is neither public nor reads it. Never stored, never logged. */
  readonly address: string;
}

/** …behind a key or a session. */
export interface UserCall<Query, Body> extends PublicCall<Query, Body> {
  readonly user: User;
  /** Null for a dashboard session. */
  readonly key: KeyHolder | null;
  /** Token of the dashboard session; null with a key, whatever cookies the request has. */
  readonly sessionToken: string | null;
  /**
   * Returns whether the caller would still be authorized now, by key or session, role, plan, site and sections: for responses
   * that stay open although nothing is sent. Not counted as a request.
   */
  readonly isStillAuthorized: () => boolean;
}

/** …on an account. */
export interface AccountCall<Query, Body> extends UserCall<Query, Body> {
  readonly account: Account;
}

/** …on one of its sites. */
export interface SiteCall<Query, Body> extends AccountCall<Query, Body> {
  readonly site: Site;
  /** The part of the site that the caller may read; null for all of it. */
  readonly view: View | null;
}

export type Scope = 'public' | 'user' | 'account' | 'site';

/** The resources that a request names, for the checks of its endpoint: those of a request about its user and no account. */
export interface UserContext {
  readonly user: User;
  readonly params: Readonly<Record<string, string>>;
}

/** …about an account. */
export interface AccountContext extends UserContext {
  readonly account: Account;
}

export interface RouteContext extends AccountContext {
  /** Undefined for endpoints that are not below a site. */
  readonly site: Site | undefined;
}

/** The access rules of an endpoint. */
interface Access {
  /** Least role in the account. Default: `viewer` for GET, `admin` for everything else. */
  readonly role?: Role;
  /**
   * Finds the sections that the answer to a query is of, for callers who may read some alone; null for what no section has.
   * Absent: nothing for them.
   */
  readonly sections?: (query: object) => readonly (ViewSection | null)[];
  /**
   * Whether members of single sites may use it: below the account for what lists or keeps only what they may see; below a site,
   * whichever sections they may read. Default: not below the account; below a site where `sections` says so.
   */
  readonly isForSiteMembers?: true;
  /** The plan that is needed. Any subscription is needed in any case; naming it here documents it. */
  readonly plan?: 'subscription' | 'ultra';
  /** Runs first: throws 403 for what is switched off on this server. */
  readonly checkEnabled?: () => void;
  /** Runs next, before the body is read: throws 429 for an address over its limit. */
  readonly checkAddress?: (address: string) => void;
  /**
   * Runs last, after account and site and before query and body: throws 404 for another resource that the path names,
   * and 403 for a feature that is off for the site.
   */
  readonly check?: (found: RouteContext) => void;
  /** The same for endpoints about the user and no account. */
  readonly checkUser?: (caller: UserContext) => void;
}

/** An endpoint without its route and its handler: validation, access and documentation. */
export interface EndpointSpec<Query extends TObject, Body extends TSchema> {
  /** Such as "List hits". */
  readonly summary: string;
  /** Whether the answer depends on the client's address. */
  readonly readsAddress?: true;
  /** Name in generated clients: `listHits`. */
  readonly operationId: string;
  /** Whether PUT does the same as this PATCH: `putSite` beside `patchSite`. */
  readonly hasPut?: true;
  readonly query?: Query;
  /** False: `account_id` of the body is a field of its own; the account to act on is that of the query. */
  readonly namesAccountInBody?: false;
  /** Validated before the handler runs, except with `validatesBody: false`. */
  readonly body?: Body;
  /** Names the body that the handler itself reads as a stream; it is no JSON, and `body` is undefined. */
  readonly streamsBody?: string;
  /** How large a body may be: a row of `MAX_BODY_BYTES`. Default: `public` without a key, `standard` behind one. */
  readonly bodySize?: BodySize;
  /** False where the handler validates the body itself and the schema only documents it. */
  readonly validatesBody?: false;
  /** Whether a POST only reads, by a body: any key may call it, and it has a deadline. */
  readonly isReadByBody?: true;
  /** Markdown. */
  readonly description?: string;
  /** Media types of 200 beside the JSON of `responses`, each with its description. */
  readonly otherMedia?: Readonly<Record<string, string>>;
  /** Response schemas by status; null for an empty body. The document adds the error responses. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** True: faults of the body are sent as `{status:'error', errors}`. */
  readonly isIngestion?: boolean;
  readonly access?: Access;
}

/** An endpoint with its route and its handler. */
export interface Endpoint extends EndpointSpec<TObject, TSchema> {
  readonly scope: Scope;
  readonly method: Method;
  /** Below the API's root, such as `/sites/:id/hits`. */
  readonly path: string;
  handle(call: SiteCall<unknown, unknown>): Reply | Promise<Reply>;
}

/** Returns whether an endpoint changes nothing. */
export const isRead = ({ method, isReadByBody }: Pick<Endpoint, 'method' | 'isReadByBody'>): boolean =>
  method === 'GET' || isReadByBody === true;

/** An endpoint with the group that documents show it in. */
export interface TaggedEndpoint extends Endpoint {
  readonly tag: string;
}

/** Tags endpoints, and adds PUT to those that have it. */
export const tagged = (tag: string, endpoints: readonly Endpoint[]): TaggedEndpoint[] =>
  endpoints.flatMap(endpoint => {
    const put = { method: 'PUT', operationId: endpoint.operationId.replace(/^patch/, 'put') } as const;
    const listed = { ...endpoint, tag };
    return endpoint.hasPut ? [listed, { ...listed, ...put }] : [listed];
  });

/** A specification with a handler, which receives the validated query and body. */
type Handled<Query extends TObject, Body extends TSchema, Call> = EndpointSpec<Query, Body> & {
  readonly handle: (call: Call) => Reply | Promise<Reply>;
};

const toEndpoint = (route: Pick<Endpoint, 'scope' | 'method' | 'path'>, spec: unknown): Endpoint => ({
  ...(spec as Endpoint),
  ...route,
});

/** Open to anybody. */
export const publicEndpoint = <Query extends TObject, Body extends TSchema>(
  method: Method,
  path: string,
  spec: Handled<Query, Body, PublicCall<Static<Query>, Static<Body>>>,
): Endpoint => toEndpoint({ scope: 'public', method, path }, spec);

/** For any valid key, whatever its owner's plan. */
export const userEndpoint = <Query extends TObject, Body extends TSchema>(
  method: Method,
  path: string,
  spec: Handled<Query, Body, UserCall<Static<Query>, Static<Body>>>,
): Endpoint => toEndpoint({ scope: 'user', method, path }, spec);

/** On the account that the request names (`account_id`), or the personal one. */
export const accountEndpoint = <Query extends TObject, Body extends TSchema>(
  method: Method,
  path: string,
  spec: Handled<Query, Body, AccountCall<Static<Query>, Static<Body>>>,
): Endpoint => toEndpoint({ scope: 'account', method, path }, spec);

/** On the site that `:id` names, which must be one of the account's. */
export const siteEndpoint = <Query extends TObject, Body extends TSchema>(
  method: Method,
  path: string,
  spec: Handled<Query, Body, SiteCall<Static<Query>, Static<Body>>>,
): Endpoint => toEndpoint({ scope: 'site', method, path }, spec);

/** A route outside the API that creates its own responses: files, pages, other protocols. */
export interface RawEndpoint {
  readonly scope: 'raw';
  readonly method: Method | 'ALL';
  /** From the root of the server. */
  readonly path: string;
  handle(call: RawCall): Response | Promise<Response>;
}

export interface RawCall {
  readonly request: Request;
  /** Path parameters, decoded; absent where they cannot be. */
  readonly params: Readonly<Record<string, string>>;
}

/** Creates a route outside the API. An error that its handler throws is answered as the API answers it. */
export const rawEndpoint = (
  method: RawEndpoint['method'],
  path: string,
  handle: RawEndpoint['handle'],
): RawEndpoint => ({ scope: 'raw', method, path, handle });
