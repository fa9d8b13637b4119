/** Finds the channel of a hit by the rules, and works out what they decide for all facts, which engines look up. */
import { memoize } from '../../lib/memoize.ts';
import { readParameter, URL_PARAMETERS } from '../hits/url-parameters.ts';
import { isOneOfHosts, listOwnHosts, type SiteHosts } from '../site-hosts.ts';
import { readHost } from './addresses.ts';
import {
  IS_TAGGED,
  listClickPatterns,
  listKindPatterns,
  listMediumPatterns,
  listSourcePatterns,
  type Patterns,
} from './patterns.ts';
import {
  CHANNELS,
  type Channel,
  FACTS,
  type FactName,
  type Facts,
  RULE_NAMES,
  RULES,
  type RuleName,
} from './rules.ts';

/** Stored values of a hit that its channel is derived from. */
export interface Arrival {
  readonly url: string | null;
  readonly referrer: string | null;
  readonly source: string | null;
  readonly siteHosts?: SiteHosts | undefined;
}

/** The names of facts, in the order of their digits in a code. */
export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[];

const holds = (
  { when }: { readonly when: Partial<Record<FactName, readonly string[]>> },
  facts: Facts,
): boolean => FACT_NAMES.every(name => when[name]?.includes(facts[name]) ?? true);

/** Returns the name of the rule that decides; the last one always holds. */
export const findRule = (facts: Facts): RuleName =>
  RULE_NAMES.find(name => holds(RULES[name], facts)) ?? 'direct';

/** Code of the letter for the first channel in the text of all decisions. */
export const FIRST_LETTER = 97;

/** Lists all combinations of facts, in the order of their codes: the last fact changes first. */
export const listFacts = (): Facts[] =>
  FACT_NAMES.reduce<Partial<Facts>[]>(
    (known, name) => known.flatMap(facts => FACTS[name].map(value => ({ ...facts, [name]: value }))),
    [{}],
  ) as Facts[];

/**
 * Writes what the rules decide, by the code of the facts: a letter for each, `a` for the first channel. Engines look it up in this text:
 * a list of so many numbers takes them fifty times as long to read.
 */
export const writeDecisions = memoize((): string =>
  listFacts()
    .map(facts => String.fromCharCode(FIRST_LETTER + CHANNELS.indexOf(RULES[findRule(facts)].channel)))
    .join(''),
);

/** Returns what a digit of a fact counts for in a code. */
export const weightOf = (name: FactName): number =>
  FACT_NAMES.slice(FACT_NAMES.indexOf(name) + 1).reduce((weight, after) => weight * FACTS[after].length, 1);

/** Finds what a text means; what stands before it does not count. */
const match = <Value>(text: string, patterns: Patterns<Value>): Value | undefined => {
  const lower = text.trimStart().toLowerCase();
  return patterns.find(([, pattern]) => new RegExp(pattern).test(lower))?.[0];
};

/** Returns whether a host is the page's own, or the site's. */
const isOwn = (host: string, { url, siteHosts }: Arrival): boolean =>
  host === readHost(url) || isOneOfHosts(listOwnHosts(siteHosts), host);

/** Reads the facts of a hit. */
const readFacts = (arrival: Arrival): Facts => {
  const { referrer } = arrival;
  const url = arrival.url?.includes('?') ? arrival.url : null;
  const source = arrival.source || null;
  const host = readHost(referrer);
  const medium = url === null ? null : readParameter(url, URL_PARAMETERS.medium);
  const ofSource = source === null ? 'none' : (match(source, listSourcePatterns()) ?? 'none');
  const ofReferrer = referrer === null ? 'none' : (match(referrer, listKindPatterns()) ?? 'none');
  const known = ofSource === 'none' ? ofReferrer : ofSource;
  return {
    arrival: host === null ? 'none' : isOwn(host, arrival) ? 'own' : 'other',
    tagged: url !== null && new RegExp(IS_TAGGED).test(url.toLowerCase()) ? 'yes' : 'no',
    kind: known === 'none' && source !== null ? 'named' : known,
    click: (url === null ? undefined : match(url, listClickPatterns())) ?? 'none',
    medium: medium === null ? 'none' : (match(medium, listMediumPatterns()) ?? 'other'),
  };
};

/** Returns the channel of a hit, and the rule that decides. */
export const findChannel = (arrival: Arrival): { readonly channel: Channel; readonly rule: RuleName } => {
  const rule = findRule(readFacts(arrival));
  return { channel: RULES[rule].channel, rule };
};
