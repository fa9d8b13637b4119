/** The deployment that a call of a deploy hook reports. Payloads are untrusted: any field may be missing or of any type. */
import { toOneLine } from '../../../lib/text.ts';

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 1000;
const MAX_TEXT_LENGTH = 200;
const MAX_ID_LENGTH = 150;

export type Deploy =
  | {
      readonly kind: 'deploy';
      readonly title: string;
      readonly description: string | null;
      readonly metadata: Readonly<Record<string, string>>;
      /** Identifies it, so that it is recorded once; null without one. */
      readonly id: string | null;
    }
  | { readonly kind: 'ignored'; readonly reason: string };

/** A call of a hook. */
export interface HookCall {
  readonly headers: Pick<Headers, 'get'>;
  /** Of the address, and of a form in the body. */
  readonly parameters: Pick<URLSearchParams, 'get'>;
  /** The body where it is JSON. */
  readonly payload: unknown;
}

/** Returns the value at a path of nested objects; undefined where there is none. */
export function pick(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

/** Returns a text or a number at a path as one short line; blank for anything else. */
export function pickText(value: unknown, ...path: readonly string[]): string {
  const found = pick(value, ...path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' ? toOneLine(found.split('\n', 1)[0] ?? '', MAX_TEXT_LENGTH) : '';
}

export const ignored = (reason: string): Deploy => ({ kind: 'ignored', reason });

export interface DeployFacts {
  readonly title: string;
  /** Blank parts are left out. */
  readonly details: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly id: string;
}

/** Makes a deployment of facts. A title, description or id that the caller put into the address comes first. */
export function toDeploy({ parameters }: Pick<HookCall, 'parameters'>, facts: DeployFacts): Deploy {
  const given = (name: string, length: number): string => toOneLine(parameters.get(name) ?? '', length);
  const details = facts.details.filter(part => part !== '').join(' · ');
  const description =
    given('description', MAX_DESCRIPTION_LENGTH) || toOneLine(details, MAX_DESCRIPTION_LENGTH);
  const id = given('id', MAX_ID_LENGTH) || toOneLine(facts.id, MAX_ID_LENGTH);
  return {
    kind: 'deploy',
    title: given('title', MAX_TITLE_LENGTH) || toOneLine(facts.title, MAX_TITLE_LENGTH) || 'Deploy',
    description: description || null,
    metadata: Object.fromEntries(Object.entries(facts.metadata).filter(([, text]) => text !== '')),
    id: id || null,
  };
}

/** Joins a title and what follows a colon, where there is anything. */
export const titled = (title: string, rest: string): string => (rest === '' ? title : `${title}: ${rest}`);

/** Names of environments that no visitor uses. */
const NOT_LIVE = /^(preview|staging|stage|testing|test|development|dev|qa|review)\b/i;

/** Returns why an environment is not that of visitors; undefined for one that is. `environment` in the address chooses one by name. */
export function findEnvironmentFault(
  { parameters }: Pick<HookCall, 'parameters'>,
  environment: string,
): Deploy | undefined {
  const wanted = parameters.get('environment');
  const isLive = wanted ? environment.toLowerCase() === wanted.toLowerCase() : !NOT_LIVE.test(environment);
  return isLive ? undefined : ignored(`the environment ${quoted(environment)} is not the one of visitors`);
}

/** Returns why a ref is not the branch that is deployed: the default one, or `branch` of the address. */
export function findBranchFault(
  { parameters }: Pick<HookCall, 'parameters'>,
  branch: string,
  defaultBranch: string,
): Deploy | undefined {
  const wanted = parameters.get('branch') || defaultBranch;
  return branch !== '' && branch === wanted
    ? undefined
    : ignored(`${quoted(branch)} is not the branch ${quoted(wanted)}`);
}

export const quoted = (text: string): string => JSON.stringify(text);
