/** Addresses of the API, and the account and site that these pages act on. */
import { currentPath, toAddress } from './base-path.ts';

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Readonly<Record<string, QueryValue>>;

/** Root of the API. */
export const API = toAddress('/api/v1');

/** The team account that these pages act on: its owner's id, from the URL; null for the user's own account. */
export const teamAccountId: number | null = parseTeamId(currentPath());

/** Prefix of the addresses of these pages. */
export const pagesBase: string = toAddress(teamAccountId === null ? '' : `/team/${teamAccountId}`);

function parseTeamId(pathname: string): number | null {
  const [, id] = /^\/team\/(\d{1,15})(?:\/|$)/.exec(pathname) ?? [];
  return id === undefined ? null : Number(id);
}

/** Parses the id of the site from the path of a page. */
export const parseSiteId = (path: string): string | undefined =>
  /^\/sites\/(\d{1,15})(?:\/|$)/.exec(path)?.[1];

/** Builds the URL of an endpoint, with its query and the account it acts on. `path` is relative to the API's root. */
export function apiUrl(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) parameters.append(name, String(each));
    }
  }
  // A user's own resources have no account; an account that is given explicitly stays.
  const isNamed = parameters.has('account_id');
  if (teamAccountId !== null && !isNamed && !/^\/(me|keys|operator|public)(\/|$)/.test(path)) {
    parameters.set('account_id', String(teamAccountId));
  }
  const text = parameters.toString();
  return `${API}${path}${text === '' ? '' : `?${text}`}`;
}
