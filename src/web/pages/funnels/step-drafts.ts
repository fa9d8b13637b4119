/** Steps of a funnel as a form edits them. */

import type { Static } from 'elysia';
import type { Funnel as FunnelModel } from '../../../features/funnels/schema.ts';
import { formatProperties, parseProperties } from '../goals/goal-draft.ts';

export type Funnel = Static<typeof FunnelModel>;

export const STEP_KINDS = ['path', 'event', 'scroll_depth'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

type Saved = Funnel['steps'][number];

export interface StepDraft {
  /** For the list of the form: two steps may be equal. */
  readonly key: string;
  readonly name: string;
  readonly kind: StepKind;
  readonly text: string;
  /** Of an event; blank for any. */
  readonly value: string;
  /** Of an event, a line for each: name=value. */
  readonly properties: string;
}

let count = 0;

export const emptyStep = (): StepDraft => ({
  key: `step-${++count}`,
  name: '',
  kind: 'path',
  text: '',
  value: '',
  properties: '',
});

export const toStepDraft = ({
  name,
  path,
  event,
  value,
  properties,
  scroll_depth: depth,
}: Saved): StepDraft => ({
  ...emptyStep(),
  name: name ?? '',
  kind: depth !== null ? 'scroll_depth' : event !== null ? 'event' : 'path',
  text: String(depth ?? event ?? path ?? ''),
  value: value ?? '',
  properties: formatProperties(properties),
});

/** Returns a step as the API takes it. */
export const toStep = ({ name, kind, text, value, properties }: StepDraft) => ({
  name: name.trim() === '' ? null : name,
  [kind]: kind === 'scroll_depth' ? toNumber(text) : text.trim(),
  ...(kind === 'event' ? { value: value.trim() || null, properties: parseProperties(properties) } : {}),
});

/** Returns the number that a text is; the text where it is none, so that the server says what is allowed. */
export const toNumber = (text: string): number | string => {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
};

/** Moves an entry of a list by one place. */
export const moveStep = (steps: readonly StepDraft[], from: number, by: -1 | 1): StepDraft[] => {
  const step = steps[from];
  return step ? steps.toSpliced(from, 1).toSpliced(from + by, 0, step) : [...steps];
};
