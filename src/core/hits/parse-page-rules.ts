/** Parses page rules from their fields on the wire, whose types and lengths a schema has checked. */
import { normalizePath, normalizePattern } from '../../lib/normalize-path.ts';
import { hasControlCharacter } from '../../lib/text.ts';
import { invalidBody } from '../errors.ts';
import { findPatternFault, matchesPath, parsePathPattern } from '../goals/path-pattern.ts';
import { compilePageRules, PAGE_RULE_KINDS, type PageRule } from './page-rules.ts';

/** The fields of a rule on the wire; null is the same as left out. */
export interface PageRuleFields {
  readonly kind: PageRule['kind'];
  readonly to?: 'none' | 'slash' | null | undefined;
  readonly keep?: readonly string[] | null | undefined;
  readonly pattern?: string | null | undefined;
  readonly with?: string | null | undefined;
}

type Field = Exclude<keyof PageRuleFields, 'kind'>;

/** The fields that rules of each kind have beside it. */
const FIELDS: Readonly<Record<PageRule['kind'], readonly Field[]>> = {
  trailing_slash: ['to'],
  index: [],
  lower_case: [],
  query: ['keep'],
  hash: [],
  replace: ['pattern', 'with'],
};
const ALL_FIELDS: readonly Field[] = ['to', 'keep', 'pattern', 'with'];

/** Parses rules; throws 422 with every fault. */
export function parsePageRules(given: readonly PageRuleFields[]): PageRule[] {
  const faults = given.flatMap((fields, index) => [
    ...findFieldFaults(fields, `rules.${index}`),
    ...findRepetition(given, index),
    ...findCapitals(given, index),
  ]);
  if (faults.length > 0) throw invalidBody(...faults);
  const rules = given.map(toPageRule);
  const fights = findFights(rules);
  if (fights.length > 0) throw invalidBody(...fights);
  return rules;
}

const toPageRule = (fields: PageRuleFields): PageRule =>
  Object.fromEntries(
    ['kind' as const, ...FIELDS[fields.kind]].map(name => [name, fields[name]]),
  ) as unknown as PageRule;

function findFieldFaults(fields: PageRuleFields, at: string): string[] {
  const allowed = FIELDS[fields.kind];
  const isGiven = (name: Field): boolean => fields[name] !== undefined && fields[name] !== null;
  const missing = allowed.filter(name => !isGiven(name));
  const foreign = ALL_FIELDS.filter(name => isGiven(name) && !allowed.includes(name));
  const { keep, pattern, with: to } = fields;
  return [
    ...missing.map(name => `${at}.${name} is needed by the kind ${fields.kind}, got nothing`),
    ...foreign.map(name => {
      const owners = PAGE_RULE_KINDS.filter(kind => FIELDS[kind].includes(name));
      return `${at}.${name} goes with the kind ${owners.join(' and ')} alone, got ${fields.kind}`;
    }),
    ...(allowed.includes('keep') && keep ? findNameFaults(keep, at) : []),
    ...(allowed.includes('pattern') && typeof pattern === 'string' ? findPatternFaults(pattern, at) : []),
    ...(allowed.includes('with') && typeof to === 'string' ? findPageFaults(to, at) : []),
  ];
}

const show = (text: string): string => JSON.stringify(text.slice(0, 60));

const NO_TEXT = 'must not contain control characters or broken Unicode';
const isText = (text: string): boolean => text.isWellFormed() && !hasControlCharacter(text);

function findPatternFaults(pattern: string, at: string): string[] {
  const fault = findPatternFault(pattern);
  if (fault !== undefined) return [`${at}.pattern ${fault}`];
  if (!isText(pattern)) return [`${at}.pattern ${NO_TEXT}, got ${show(pattern)}`];
  return /[^/*]/.test(pattern) || !pattern.includes('*')
    ? []
    : [`${at}.pattern must name more than wildcards: ${show(pattern)} would make one page of all`];
}

function findPageFaults(page: string, at: string): string[] {
  if (!page.startsWith('/')) return [`${at}.with must be a path that begins with /, got ${show(page)}`];
  if (page.includes('*')) return [`${at}.with must be one page, without wildcards, got ${show(page)}`];
  return isText(page) ? [] : [`${at}.with ${NO_TEXT}, got ${show(page)}`];
}

function findNameFaults(names: readonly string[], at: string): string[] {
  const broken = names.filter(name => !isText(name));
  return [
    ...(new Set(names).size < names.length ? [`${at}.keep must not name a parameter twice`] : []),
    ...broken.map(name => `a name in ${at}.keep ${NO_TEXT}, got ${show(name)}`),
  ];
}

/** Finds a rule that an earlier one is already. */
function findRepetition(given: readonly PageRuleFields[], index: number): string[] {
  const toKey = ({ kind, pattern }: PageRuleFields): string => `${kind} ${normalizePattern(pattern ?? '')}`;
  const rule = given[index];
  const first = rule ? given.findIndex(other => toKey(other) === toKey(rule)) : index;
  if (!rule || first === index) return [];
  const what = rule.kind === 'replace' ? `pattern is that of` : `kind is that of`;
  return [
    `rules.${index}.${what} rules.${first}: one of them says what to do, got ${show(toKey(rule).trim())}`,
  ];
}

const toLowerCase = compilePageRules([{ kind: 'lower_case' }]);

/** Finds a pattern that no page matches any more, since all are in lower case by then. */
function findCapitals(given: readonly PageRuleFields[], index: number): string[] {
  const pattern = normalizePattern(given[index]?.pattern ?? '');
  const lower = given.slice(0, index).findIndex(({ kind }) => kind === 'lower_case');
  return lower === -1 || pattern === toLowerCase({ path: pattern })
    ? []
    : [`rules.${index}.pattern must be in lower case, as rules.${lower} leaves pages, got ${show(pattern)}`];
}

/** Finds pages that a rule makes and that later rules turn back into ones that it would change. */
const findFights = (rules: readonly PageRule[]): string[] =>
  rules.flatMap((rule, index) => {
    if (rule.kind !== 'replace') return [];
    const made = normalizePath(rule.with);
    const page = compilePageRules(rules.slice(index + 1))({ path: made });
    if (page === made || !matchesPath(parsePathPattern(rule.pattern), page)) return [];
    return [`rules.${index} is taken back by a later rule: ${show(made)} becomes ${show(page)} again`];
  });
