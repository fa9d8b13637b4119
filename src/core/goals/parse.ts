/** Parses conditions of goals from their fields on the wire, whose types and lengths a schema has checked. */
import { invalidBody } from '../errors.ts';
import { isPropertyName, isPropertyText, MAX_PROPERTIES, type PropertyValue } from '../hits/properties.ts';
import type { EventCondition, GoalCondition } from './condition.ts';
import { findPatternFault } from './path-pattern.ts';

/** The fields of a condition on the wire; null is the same as left out. */
export interface GoalFields {
  readonly path?: string | null | undefined;
  readonly event?: string | null | undefined;
  readonly value?: string | null | undefined;
  readonly properties?: Readonly<Record<string, PropertyValue>> | null | undefined;
  readonly scroll_depth?: number | null | undefined;
}

const KINDS = ['path', 'event', 'scroll_depth'] as const;
export const CONDITION_FIELDS = [...KINDS, 'value', 'properties'] as const satisfies (keyof GoalFields)[];

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Parses a condition; throws 422 for invalid fields. `at` is the prefix of their names: `steps.1.`. */
export function parseGoalCondition(fields: GoalFields, at = ''): GoalCondition {
  const kinds = KINDS.filter(name => isGiven(fields[name]));
  if (kinds.length !== 1) {
    const names = KINDS.map(name => `${at}${name}`);
    const got = kinds.length === 0 ? 'none' : kinds.map(name => `${at}${name}`).join(' and ');
    throw invalidBody(
      `exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)} is required, got ${got}`,
    );
  }
  const { path, event, scroll_depth: scrollDepth } = fields;
  const lacking = isGiven(event)
    ? []
    : (['value', 'properties'] as const).filter(name => isGiven(fields[name]));
  if (lacking.length > 0)
    throw invalidBody(
      ...lacking.map(name => `${at}${name} goes with ${at}event alone, got ${at}${kinds[0]}`),
    );
  if (typeof path === 'string') return { path: checkPath(path, at) };
  if (typeof scrollDepth === 'number') return { scrollDepth };
  return parseEvent(event ?? '', fields, at);
}

function checkPath(path: string, at: string): string {
  const fault = findPatternFault(path);
  if (fault !== undefined) throw invalidBody(`${at}path ${fault}`);
  return path;
}

function parseEvent(event: string, { value, properties }: GoalFields, at: string): EventCondition {
  const entries = Object.entries(properties ?? {});
  const faults = entries.flatMap(([name, wanted]) => findPropertyFault(name, wanted, at) ?? []);
  if (entries.length > MAX_PROPERTIES)
    faults.unshift(`${at}properties must have at most ${MAX_PROPERTIES} keys, got ${entries.length}`);
  if (faults.length > 0) throw invalidBody(...faults.slice(0, MAX_PROPERTIES));
  return {
    event,
    ...(typeof value === 'string' && { value }),
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
  };
}

/** The value may be anything that JSON has. */
function findPropertyFault(name: string, value: unknown, at: string): string | undefined {
  const shown = JSON.stringify(name.slice(0, 60));
  if (!isPropertyName(name))
    return `a key of ${at}properties must be 1 to 64 of the characters A-Z a-z 0-9 _ . -, got ${shown}`;
  const isText = typeof value === 'string' && value !== '' && isPropertyText(value);
  if (!isText && typeof value !== 'number' && typeof value !== 'boolean')
    return `${at}properties.${name} must be a text of 1 to 512 characters, a number, true or false`;
  return undefined;
}

/** The fields of a condition that is not shown. */
export const NO_CONDITION = {
  path: null,
  event: null,
  value: null,
  properties: null,
  scroll_depth: null,
} as const;

/** Returns a condition as its fields on the wire, those that it lacks as null. */
export const toGoalFields = (condition: GoalCondition) => ({
  path: 'path' in condition ? condition.path : null,
  event: 'event' in condition ? condition.event : null,
  value: ('event' in condition && condition.value) || null,
  properties: ('event' in condition && condition.properties) || null,
  scroll_depth: 'scrollDepth' in condition ? condition.scrollDepth : null,
});
