/** The page's only way to the server: the public API with the session's cookie. */
import type { Static } from '@sinclair/typebox';
import type { CurrentUser as CurrentUserSchema } from '../features/accounts/schema.ts';
import type { HitList, Hit as HitSchema } from '../features/hits/schema.ts';
import type { SiteAnswer, SiteList, Site as SiteSchema } from '../features/sites/schema.ts';

export type CurrentUser = Static<typeof CurrentUserSchema>;
export type Site = Static<typeof SiteSchema>;
export type Hit = Static<typeof HitSchema>;
export type RecentHits = Extract<Static<typeof HitList>, { hits: unknown }>;
export type HitSummary = RecentHits['summary'];
export interface PathCount {
  readonly path: string;
  readonly views: number;
  readonly unique_views?: number;
}
export interface Discovery {
  readonly authentication: { readonly read_only_prefix: string };
  readonly documentation: { readonly openapi_url: string };
}

/** A request that failed; the message is the server's own where it gave one. Status 0: it did not answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const DEADLINE_MS = 20_000;

async function call(method: string, path: string, options: { body?: unknown; signal?: AbortSignal } = {}) {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const response = await fetch(path, {
    method,
    signal,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  }).catch(() => undefined);
  options.signal?.throwIfAborted();
  if (!response) throw new ApiError(0, 'The server does not answer. Is it running?');
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response.status, messageOf(answer, response.status));
  return answer;
}

function messageOf(answer: unknown, status: number): string {
  const { error, errors } = (answer ?? {}) as { error?: unknown; errors?: unknown };
  if (typeof error === 'string') return error;
  return Array.isArray(errors) ? errors.join('; ') : `The server answered ${status} without a reason.`;
}

const API = '/api/v1';
const hitsOf = (siteId: number, query: string): string => `${API}/sites/${siteId}/hits?${query}`;

// The answers' shapes are the server's own schemas, against which its tests check every answer.
export const setUp = (body: { token: string; email: string; password: string; time_zone: string }) =>
  call('POST', '/setup', { body });
export const signIn = (body: { email: string; password: string }) => call('POST', '/session', { body });
export const signOut = () => call('DELETE', '/session');

export const discover = async () => (await call('GET', API)) as Discovery;
export const getCurrentUser = async () => (await call('GET', `${API}/me`)) as CurrentUser;

/** Every site with its counts, also those since a day. */
export const listSites = async (since: string) =>
  ((await call('GET', `${API}/sites?start_date=${since}`)) as Static<typeof SiteList>).sites;
export const getSite = async (id: number, signal: AbortSignal) =>
  (await call('GET', `${API}/sites/${id}`, { signal })) as Site;
export const addSite = async (body: { url: string; label?: string }) =>
  ((await call('POST', `${API}/sites`, { body })) as Static<typeof SiteAnswer>).site;

/** The newest hits of the last 30 days with the summary of all of them. */
export const listRecentHits = async (siteId: number, signal: AbortSignal) =>
  (await call('GET', hitsOf(siteId, 'per_page=20'), { signal })) as RecentHits;

/** The paths seen most in the last 30 days. */
export async function listTopPaths(siteId: number, signal: AbortSignal) {
  const answer = await call('GET', hitsOf(siteId, 'grouped=true&group_by=path&per_page=10'), { signal });
  return (answer as { grouped_hits: PathCount[] }).grouped_hits;
}
