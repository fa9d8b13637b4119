/**
 * What a goal counts: views of pages, events, or pages that were read so far. Steps of funnels are the same conditions.
 * Source: decisions, section 10.
 */
import { normalizePattern } from '../../lib/normalize-path.ts';
import { type PageRule, toPagePatterns } from '../hits/page-rules.ts';
import { type PropertyValue, parseProperties } from '../hits/properties.ts';
import { matchesPath, parsePathPattern } from './path-pattern.ts';

/** Views of the pages whose path matches a pattern. */
export interface PathCondition {
  readonly path: string;
  /** Patterns of pages that the rules of the site make of it: each counts. Never stored. */
  readonly pages?: readonly string[];
}

/** Events of a name; where they are given, with this value and these properties. */
export interface EventCondition {
  readonly event: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, PropertyValue>>;
}

/** Views of any page that was scrolled to this percentage of its height. */
export interface ScrollCondition {
  readonly scrollDepth: number;
}

export type GoalCondition = PathCondition | EventCondition | ScrollCondition;

/** Returns the patterns of which a page matches one. */
export const patternsOf = ({ path, pages = [] }: PathCondition): readonly string[] => [path, ...pages];

/** Adds the patterns that the rules of a site make of that of a condition: pages are stored by them, and were not always. */
export function withPages<Condition extends GoalCondition>(
  condition: Condition,
  rules: readonly PageRule[],
): Condition {
  if (!('path' in condition)) return condition;
  const pages = toPagePatterns(rules, normalizePattern(condition.path));
  return pages.length === 0 ? condition : { ...condition, pages };
}

/** Formats a condition for storage. */
export const writeCondition = (condition: GoalCondition): string =>
  JSON.stringify('path' in condition ? { path: condition.path } : condition);

/**
 * Returns the kind of the rows that a condition counts. How far a page was seen is reported after its hit: with a depth, hits
 * are counted for which a report has it.
 */
export const goalKind = (condition: GoalCondition): 'hit' | 'event' =>
  'event' in condition ? 'event' : 'hit';

/** Returns the text that filters compare for a value: a number as every engine answers it. */
export const toComparedText = (value: PropertyValue): string => String(value).replace('e+', 'e');

/** What a condition looks at in a row. */
export interface GoalRow {
  readonly kind: string;
  readonly path: string | null;
  readonly event: string | null;
  readonly value: string | null;
  /** As stored. */
  readonly properties: string | null;
  readonly scrollDepth: number | null;
}

/** Compiles a condition. A depth matches reports of engagement. */
export function compileGoal(condition: GoalCondition): (row: GoalRow) => boolean {
  if ('path' in condition) {
    const patterns = patternsOf(condition).map(parsePathPattern);
    return ({ kind, path }) =>
      kind === 'hit' && path !== null && patterns.some(pattern => matchesPath(pattern, path));
  }
  if ('scrollDepth' in condition)
    return ({ kind, scrollDepth }) => kind === 'engagement' && (scrollDepth ?? 0) >= condition.scrollDepth;
  return row => row.kind === 'event' && matchesEvent(condition, row);
}

function matchesEvent({ event, value, properties }: EventCondition, row: GoalRow): boolean {
  if (row.event !== event || (value !== undefined && row.value !== value)) return false;
  if (!properties) return true;
  const stored = parseProperties(row.properties) ?? {};
  return Object.entries(properties).every(([name, wanted]) => {
    const found = Object.hasOwn(stored, name) ? stored[name] : undefined;
    return found !== undefined && toComparedText(found) === toComparedText(wanted);
  });
}
