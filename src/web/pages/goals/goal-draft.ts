/** What is typed of a goal, and the fields that it stands for. */
import type { Query } from '../../api-url.ts';
import type { Goal, GoalFields } from './use-goals.ts';

export const KINDS = ['path', 'event', 'scroll_depth'] as const;
export type GoalKind = (typeof KINDS)[number];

export interface GoalDraft {
  readonly name: string;
  readonly kind: GoalKind;
  readonly path: string;
  readonly event: string;
  readonly value: string;
  /** A line for each: name=value. */
  readonly properties: string;
  readonly depth: string;
}

export const EMPTY_DRAFT: GoalDraft = {
  ...{ name: '', kind: 'path', path: '', event: '', value: '', properties: '', depth: '75' },
};

export const toDraft = (goal: Goal): GoalDraft => ({
  name: goal.name,
  kind: goal.path !== null ? 'path' : goal.event !== null ? 'event' : 'scroll_depth',
  path: goal.path ?? '',
  event: goal.event ?? '',
  value: goal.value ?? '',
  properties: formatProperties(goal.properties),
  depth: String(goal.scroll_depth ?? EMPTY_DRAFT.depth),
});

/** Formats properties as lines. */
export const formatProperties = (properties: GoalFields['properties'], separator = '\n'): string =>
  Object.entries(properties ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(separator);

/** Parses lines as properties; null without any. */
export function parseProperties(text: string): Record<string, string> | null {
  const entries = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const at = line.indexOf('=');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Returns the fields of a goal; undefined where its condition is not there yet. */
export function toFields(draft: GoalDraft): GoalFields | undefined {
  const none: GoalFields = { path: null, event: null, value: null, properties: null, scroll_depth: null };
  const [path, event] = [draft.path.trim(), draft.event.trim()];
  if (draft.kind === 'path') return path === '' ? undefined : { ...none, path };
  if (draft.kind === 'scroll_depth')
    return /^\d{1,3}$/.test(draft.depth) ? { ...none, scroll_depth: Number(draft.depth) } : undefined;
  return event === ''
    ? undefined
    : {
        ...none,
        event,
        value: draft.value.trim() || null,
        properties: parseProperties(draft.properties),
      };
}

/** Returns the fields as parameters. */
export const toPreviewQuery = ({ properties, ...fields }: GoalFields): Query => ({
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
  ...Object.fromEntries(Object.entries(properties ?? {}).map(([name, value]) => [`property:${name}`, value])),
});
