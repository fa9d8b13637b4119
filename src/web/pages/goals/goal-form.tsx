/** The form of a goal, which shows how often it would have been reached. */
import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { GoalPreview } from '../../../features/goals/schema.ts';
import { addDays, toDay } from '../../../lib/time.ts';
import { toErrorMessage } from '../../api.ts';
import { useApi } from '../../app/query-client.ts';
import { useSuggestions } from '../../app/use-suggestions.ts';
import { formatShare } from '../../format.ts';
import { SelectField, TextAreaField, TextField } from '../../forms/field.tsx';
import { formatFormMessage } from '../../forms/field-message.ts';
import { Form, useSubmit } from '../../forms/form.tsx';
import { RadioGroup } from '../../forms/radio-group.tsx';
import * as labels from '../../labels/goals.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { EMPTY_DRAFT, type GoalDraft, KINDS, toDraft, toFields, toPreviewQuery } from './goal-draft.ts';
import { type Goal, type GoalFields, useGoalChanges } from './use-goals.ts';

/** Days of the past that a goal is tried on. */
const PREVIEW_DAYS = 90;
const DEPTHS = ['25', '50', '75', '90', '100'];

interface GoalFormProps {
  readonly siteId: number;
  /** The goal to change; none for a new one. */
  readonly goal?: Goal | undefined;
  /** What a new one begins with. */
  readonly start?: Partial<GoalDraft> | undefined;
  readonly onClose: () => void;
}

export const GoalDialog = (props: GoalFormProps) => (
  <Dialog title={props.goal ? labels.changeGoal : labels.addGoal} isOpen onClose={props.onClose}>
    <GoalForm {...props} />
  </Dialog>
);

function GoalForm({ siteId, goal, start, onClose }: GoalFormProps) {
  const [draft, setDraft] = useState<GoalDraft>(() => (goal ? toDraft(goal) : { ...EMPTY_DRAFT, ...start }));
  const { save } = useGoalChanges(siteId);
  const fields = toFields(draft);
  const change = (part: Partial<GoalDraft>) => setDraft({ ...draft, ...part });
  const submission = useSubmit(['name', 'path', 'event', 'value', 'properties', 'scroll_depth'], async () => {
    // A condition that is missing is the server's to refuse: its words are the same everywhere.
    const empty = { path: null, event: null, value: null, properties: null, scroll_depth: null };
    await save({ name: draft.name.trim() || labels.nameOf(draft), ...(fields ?? empty) }, goal?.id);
    onClose();
  });
  const { errors } = submission;
  return (
    <Form action={goal ? shared.save : labels.addGoal} submission={submission}>
      <RadioGroup
        legend={labels.reachedBy}
        options={KINDS.map(kind => [kind, labels.kinds[kind]])}
        value={draft.kind}
        isInRow
        onValue={kind => change({ kind })}
      />
      <ConditionFields draft={draft} siteId={siteId} change={change} errorOf={errors.of} />
      <TextField
        label={labels.name}
        value={draft.name}
        placeholder={labels.nameOf(draft)}
        maxLength={200}
        error={errors.of('name')}
        onValue={name => change({ name })}
      />
      <Preview siteId={siteId} fields={fields} />
    </Form>
  );
}

function ConditionFields({
  draft,
  siteId,
  change,
  errorOf,
}: {
  readonly draft: GoalDraft;
  readonly siteId: number;
  readonly change: (part: Partial<GoalDraft>) => void;
  readonly errorOf: (name: string) => string | undefined;
}) {
  if (draft.kind === 'path')
    return (
      <SuggestedField
        siteId={siteId}
        name="path"
        label={shared.page}
        hint={labels.pathHint}
        value={draft.path}
        error={errorOf('path')}
        onValue={path => change({ path })}
      />
    );
  if (draft.kind === 'scroll_depth')
    return (
      <SelectField
        label={labels.depth}
        hint={labels.depthHint}
        value={draft.depth}
        options={[...new Set([...DEPTHS, draft.depth])].map(depth => [
          depth,
          formatShare(Number(depth) / 100),
        ])}
        onValue={depth => change({ depth })}
      />
    );
  return (
    <>
      <SuggestedField
        siteId={siteId}
        name="event"
        label={shared.event}
        value={draft.event}
        error={errorOf('event')}
        onValue={event => change({ event })}
      />
      <TextField
        label={labels.value}
        value={draft.value}
        error={errorOf('value')}
        onValue={value => change({ value })}
      />
      <TextAreaField
        label={labels.properties}
        hint={labels.propertiesHint}
        value={draft.properties}
        rows={2}
        error={errorOf('properties')}
        onValue={properties => change({ properties })}
      />
    </>
  );
}

/** A field that offers what the site has. */
function SuggestedField({
  siteId,
  name,
  ...field
}: {
  readonly siteId: number;
  readonly name: 'path' | 'event';
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}) {
  const { suggestions = [] } = useSuggestions(siteId, name, useDebounced(field.value));
  const list = `goal-${name}`;
  return (
    <div>
      <TextField {...field} list={list} autoCapitalize="none" spellCheck={false} />
      <datalist id={list}>
        {suggestions.map(each => (
          <option key={each.value} value={each.value} />
        ))}
      </datalist>
    </div>
  );
}

/** How often the goal would have been reached. */
function Preview({ siteId, fields }: { readonly siteId: number; readonly fields: GoalFields | undefined }) {
  const settled = useDebounced(JSON.stringify(fields ?? null));
  const query = JSON.parse(settled) as GoalFields | null;
  const today = toDay(new Date(), 'UTC');
  const { data, error } = useApi<Static<typeof GoalPreview>>(
    `/sites/${siteId}/goals/preview`,
    { ...(query && toPreviewQuery(query)), start_date: addDays(today, 1 - PREVIEW_DAYS), end_date: today },
    { isEnabled: query !== null, keepsPrevious: true },
  );
  const found = query && !error ? data?.preview : null;
  return (
    <p className="goal-preview" role="status">
      {found
        ? labels.preview({
            days: PREVIEW_DAYS,
            times: <b>{formatNumber(found.conversions)}</b>,
            count: found.conversions,
            visitors: shared.visitorCount(found.visitors),
            rate: formatShare((found.conversion_rate ?? 0) / 100),
          })
        : error
          ? formatFormMessage(toErrorMessage(error))
          : labels.previewHint}
    </p>
  );
}
