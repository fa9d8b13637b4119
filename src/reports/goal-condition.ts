/** The condition of a goal, or of a step of a funnel, on the wire. Source: decisions, section 10. */
import { Type } from '@sinclair/typebox';
import { MAX_WILDCARDS } from '../core/goals/path-pattern.ts';
import { MAX_LENGTH } from '../core/limits.ts';
import { nullable, optional } from '../http/schema.ts';
import { line } from '../http/text.ts';

/** Fields of a condition in a body: types and lengths alone. `parseGoalCondition` says whether they are one. */
export const conditionInput = {
  path: optional(
    line({ isRequired: true, maxLength: MAX_LENGTH.path }),
    `views of a page; \`*\` stands for any characters but a slash, \`**\` for any at all, at most ${MAX_WILDCARDS} of them: \`/docs/**\``,
  ),
  event: optional(
    line({ isRequired: true, maxLength: MAX_LENGTH.event }),
    'events of this name; it need not have been sent yet',
  ),
  value: optional(
    line({ isRequired: true, maxLength: MAX_LENGTH.value }),
    'with `event`: those with this value',
  ),
  properties: optional(
    // What a value may be is checked with its name, so that the fault names both.
    Type.Unsafe<Record<string, string | number | boolean>>(Type.Object({}, { additionalProperties: true })),
    'with `event`: those with all of these properties; `3` and `"3"` are one value',
  ),
  scroll_depth: optional(
    Type.Integer({ minimum: 1, maximum: 100 }),
    'views of any page that was seen down to so many percent of its height',
  ),
};

/** The same in an answer: null where the condition has none. */
export const conditionFields = {
  path: nullable(Type.String()),
  event: nullable(Type.String()),
  value: nullable(Type.String()),
  properties: nullable(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  ),
  scroll_depth: nullable(Type.Integer()),
};
