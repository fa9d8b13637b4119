/**
 * Parses a question in the command palette, such as `google germany last month`: a period, values to filter by, a figure, a page
 * and a site. Pure: the known values are passed in.
 */

import { findOwn } from '../../lib/find-own.ts';
import { DIMENSIONS } from '../dimensions.ts';
import { FILTERS, type FilterName } from '../filter-names.ts';
import { displayHost, hostOf } from '../format.ts';
import { elisions, exclusions, type FigureName, figures, fillers } from '../labels/ask.ts';
import * as dimensionWords from '../labels/dimension-words.ts';
import type { Filter } from '../view.ts';
import { type Calendar, findPeriods, type Period } from './ask-periods.ts';
import { formatFilterValue } from './filter-labels.ts';
import { normalize } from './palette-match.ts';

export interface AskedSite {
  readonly id: number;
  readonly label: string;
  readonly url: string;
  /** Of its days. */
  readonly zone?: string;
}

/** The query of the list of them. */
export const ASKED_SITES = { include: 'zone' };

/** What the words of a question may mean on these pages. */
export interface Vocabulary {
  /** Values of the dimensions of the site. */
  readonly values: Readonly<Partial<Record<FilterName, readonly string[]>>>;
  readonly sites: readonly AskedSite[];
  /** Pages of a site by the end of their path, and the words that each is found by. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

export interface Reading {
  /** Null: the site of the current page. */
  readonly siteId: number | null;
  /** End of the path of the site's page; null where no page is named. */
  readonly page: string | null;
  readonly figure: FigureName | null;
  readonly period: Period | null;
  readonly filters: readonly Filter[];
  /** Distance from what was typed; 0 for an exact match. */
  readonly cost: number;
}

interface State extends Reading {
  readonly isExcluding: boolean;
  readonly dimension: FilterName | null;
}

/** A possible meaning of some words. */
interface Term {
  readonly names: readonly string[];
  /** Values that are only known as they are written, such as `DE`. */
  readonly codes?: readonly string[];
  readonly apply: (state: State) => State | null;
  /** Of values: they match by a part of their name too. */
  readonly isValue?: true;
  readonly cost?: number;
}

export type Index = readonly Term[];

const MAX_LENGTH = 120;
const MAX_WORDS = 12;
const MAX_PHRASE = 5;
/** Partial readings that are followed at each word. */
const BEAM = 24;
const MAX_READINGS = 2;
/** A second reading with a larger distance than this is not offered. */
const MAX_DISTANCE = 0.9;
const COSTS = { searched: 0.01, filler: 0.05, keyword: 0.3, prefix: 1, wordPrefix: 1.5, completed: 0.5 };
const MIN_PARTIAL = 2;

const PUNCTUATION = '“”"\'‘’()?!,;:';

function trimPunctuation(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && PUNCTUATION.includes(word.charAt(from))) from++;
  while (to > from && PUNCTUATION.includes(word.charAt(to - 1))) to--;
  return word.slice(from, to);
}

/** Drops a short word before an apostrophe, as in `d'allemagne`. */
function dropElision(word: string): string {
  const [, elided = '', rest = ''] = /^(\p{L}+)['’](.+)$/u.exec(word) ?? [];
  return elisions.includes(elided.toLowerCase()) ? rest : word;
}

/** Splits a text into words without the punctuation around them; none where it is no question. */
function toWords(text: string): readonly string[] {
  if (text.length > MAX_LENGTH) return [];
  const words = text
    .replaceAll(/([–—…]|\.\.)/g, ' $1 ')
    .split(/\s+/)
    .map(trimPunctuation)
    .map(dropElision)
    .filter(word => word !== '');
  return words.length > MAX_WORDS ? [] : words;
}

const EMPTY: State = {
  siteId: null,
  page: null,
  figure: null,
  period: null,
  filters: [],
  cost: 0,
  isExcluding: false,
  dimension: null,
};

/** Words of a dimension. */
interface DimensionWords {
  /** Before a value. */
  readonly words?: readonly string[];
  /** Other names of values. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the words of a dimension, by its name in camel case: `entryPage`, `browser`. */
const wordsOf = (dimension: FilterName): DimensionWords =>
  findOwn<DimensionWords>(
    dimensionWords,
    dimension.replace(/_name$/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ) ?? {};

/** Returns the names that a value is found by. */
function namesOfValue(dimension: FilterName, value: string): string[] {
  const { isFixedSet, isHost } = DIMENSIONS[dimension];
  return [
    formatFilterValue(dimension, value),
    // A code of a country is a word of a language as well, as `in` and `it`.
    ...(isFixedSet ? [] : [value]),
    ...(findOwn(wordsOf(dimension).synonyms ?? {}, value) ?? []),
    ...(isHost ? mainPart(value) : []),
  ];
}

/** Values that differ in case alone, as `Google` and `google`, are meant together. */
function valueTerm(dimension: FilterName, values: readonly string[]): Term {
  const { isFixedSet, isAsked } = DIMENSIONS[dimension];
  return {
    names: values.flatMap(value => namesOfValue(dimension, value)).map(normalize),
    ...(isFixedSet && { codes: values }),
    isValue: true,
    // What has many values is less likely meant.
    cost: isAsked === 'searched' ? COSTS.searched : 0,
    apply: state => addFilters(state, dimension, values),
  };
}

function addFilters(state: State, dimension: FilterName, values: readonly string[]): State | null {
  const name = toFilterName(state.dimension, dimension);
  if (state.dimension !== null && state.dimension !== name) return null;
  const added = values.map((value): Filter => ({ name, value, isExcluded: state.isExcluding }));
  const isKnown = state.filters.some(each => each.name === name && values.includes(each.value));
  return isKnown
    ? null
    : { ...state, filters: [...state.filters, ...added], dimension: null, isExcluding: false };
}

/** Values of entry and exit pages are paths. */
const toFilterName = (asked: FilterName | null, dimension: FilterName): FilterName =>
  asked !== null && DIMENSIONS[asked].valuesOf === dimension ? asked : dimension;

/** Returns the longest part of a host, its last left out: `google` for `google.co.uk`. */
function mainPart(host: string): string[] {
  const [longest = ''] = host
    .split('.')
    .slice(0, -1)
    .toSorted((a, b) => b.length - a.length);
  return longest.length > 2 ? [longest] : [];
}

function namesOfSite({ label, url }: AskedSite): string[] {
  const hosts = [hostOf(url), displayHost(url)].map(host => host.replace(/^www\./, ''));
  return [label, ...hosts, ...hosts.flatMap(mainPart)].map(normalize);
}

const siteTerm = (site: AskedSite): Term => ({
  names: namesOfSite(site),
  apply: state => (state.siteId === null ? { ...state, siteId: site.id } : null),
});

/** Finds the site that a question names. */
export function findNamedSite<Site extends AskedSite>(
  text: string,
  sites: readonly Site[],
): Site | undefined {
  const words = toWords(text).map(normalize);
  const names = sites.map(site => [site, namesOfSite(site)] as const);
  for (let length = Math.min(MAX_PHRASE, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const phrase = words.slice(at, at + length).join(' ');
      const found = names.find(([, of]) => of.includes(phrase));
      if (found) return found[0];
    }
  }
  return undefined;
}

const FIXED_TERMS: Index = [
  { names: fillers, cost: COSTS.filler, apply: state => state },
  { names: exclusions, apply: state => (state.isExcluding ? null : { ...state, isExcluding: true }) },
  ...Object.entries(figures).map(
    ([name, words]): Term => ({
      names: words.map(normalize),
      apply: state => (state.figure === null ? { ...state, figure: name as FigureName } : null),
    }),
  ),
  ...FILTERS.map(
    (name): Term => ({
      names: wordsOf(name).words ?? [],
      apply: state => (state.dimension === null ? { ...state, dimension: name } : null),
    }),
  ),
];

/** Prepares values that words are compared with. */
export const indexValues = (values: Vocabulary['values']): Index =>
  (Object.entries(values) as [FilterName, readonly string[]][]).flatMap(([dimension, all]) =>
    [...Map.groupBy(all, normalize)]
      .filter(([name]) => name !== '')
      .map(([, same]) => valueTerm(dimension, same)),
  );

/** Prepares what words are compared with. */
export const indexVocabulary = ({ values, sites, pages }: Vocabulary): Index => [
  ...FIXED_TERMS,
  ...sites.map(siteTerm),
  ...Object.entries(pages).map(
    ([page, words]): Term => ({
      names: words.map(normalize),
      cost: COSTS.keyword,
      apply: state => (state.page === null ? { ...state, page } : null),
    }),
  ),
  ...indexValues(values),
];

/** Whether a text stands at the beginning of a word of a name. */
function beginsWord(name: string, text: string): boolean {
  for (let at = name.indexOf(text); at >= 0; at = name.indexOf(text, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name.charAt(at - 1))) return true;
  }
  return false;
}

/** Returns how far a phrase is from a term; undefined where it does not match. */
function distance({ names, isValue, cost = 0 }: Term, phrase: readonly string[]): number | undefined {
  const text = phrase.join(' ');
  if (names.includes(text)) return cost;
  if (!isValue || text.length < MIN_PARTIAL) return undefined;
  if (names.some(name => name.startsWith(text))) return cost + COSTS.prefix;
  const isPart = names.some(name =>
    phrase.every(word => word.length > MIN_PARTIAL && beginsWord(name, word)),
  );
  return isPart ? cost + COSTS.wordPrefix : undefined;
}

/** Finds every way to go on from the first of these words: the words used, their cost, and what they mean. */
function* stepsFrom(words: readonly string[], index: Index, calendar: Calendar) {
  const rest = words.map(normalize);
  const [code = ''] = words;
  for (const { period, length, isCompleted } of findPeriods(rest, calendar)) {
    const apply: Term['apply'] = state => (state.period === null ? { ...state, period } : null);
    yield { length, cost: isCompleted ? COSTS.completed : 0, apply };
  }
  for (let length = Math.min(MAX_PHRASE, rest.length); length > 0; length--) {
    const phrase = rest.slice(0, length);
    for (const term of index) {
      const isCode = length === 1 && term.codes?.includes(code);
      const cost = isCode ? 0 : distance(term, phrase);
      if (cost !== undefined) yield { length, cost, apply: term.apply };
    }
  }
}

const keyOf = ({ siteId, page, figure, period, filters, dimension, isExcluding }: State): string =>
  JSON.stringify([siteId, page, figure, period, filters, dimension, isExcluding]);

/** A reading that goes on from another; only those that are kept are worked out. */
interface Continuation extends Pick<Term, 'apply'> {
  readonly from: State;
  readonly cost: number;
}

/** Keeps the cheapest readings, each meaning once. */
function prune(continuations: readonly Continuation[]): State[] {
  const best = new Map<string, State>();
  for (const { from, apply, cost } of continuations.toSorted((a, b) => a.cost - b.cost)) {
    const state = apply(from);
    const key = state && keyOf(state);
    if (key && !best.has(key)) best.set(key, { ...state, cost });
    if (best.size === BEAM) break;
  }
  return [...best.values()];
}

/** Reads every word of a text; the best readings first, at most two. */
export function readQuestion(text: string, index: Index, calendar: Calendar): Reading[] {
  const words = toWords(text);
  if (words.length === 0) return [];
  const open: Continuation[][] = [...words, ''].map(() => []);
  open[0]?.push({ from: EMPTY, apply: state => state, cost: 0 });
  for (const at of words.keys()) {
    const here = prune(open[at] ?? []);
    if (here.length === 0) continue;
    for (const { length, cost, apply } of stepsFrom(words.slice(at), index, calendar)) {
      // A phrase is likelier than its words by themselves.
      for (const from of here) open[at + length]?.push({ from, apply, cost: from.cost + cost + 0.01 });
    }
  }
  const readings = prune(open[words.length] ?? []).filter(isWhole);
  const [best] = readings;
  if (!best || !isQuestion(best)) return [];
  return readings
    .filter(reading => isQuestion(reading) && reading.cost - best.cost <= MAX_DISTANCE)
    .slice(0, MAX_READINGS)
    .map(({ isExcluding: _, dimension: __, ...reading }) => reading);
}

/** Whether no word waits for a value. */
const isWhole = ({ isExcluding, dimension }: State): boolean => !isExcluding && dimension === null;

/** Whether it asks more than for a page or a site, which have entries of their own. */
const isQuestion = ({ filters, period, figure }: Reading): boolean =>
  filters.length > 0 || period !== null || figure !== null;

/** Returns the words that no term is, or begins with: they may be a part of a value that is not known here. */
export function unknownWords(text: string, index: Index, calendar: Calendar): string[] {
  const words = toWords(text);
  const known = new Set<number>();
  for (const at of words.keys()) {
    for (const { length, cost } of stepsFrom(words.slice(at), index, calendar)) {
      if (cost < COSTS.wordPrefix) for (let each = at; each < at + length; each++) known.add(each);
    }
  }
  return words.filter((word, at) => !known.has(at) && word.length > MIN_PARTIAL);
}
