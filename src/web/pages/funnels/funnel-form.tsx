/** The form that builds a funnel, or changes one. */
import type { Static } from '@sinclair/typebox';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { FunnelAnswer } from '../../../features/funnels/schema.ts';
import { call } from '../../api.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useSuggestions } from '../../app/use-suggestions.ts';
import { SelectField, TextAreaField, TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { RadioGroup } from '../../forms/radio-group.tsx';
import * as labels from '../../labels/funnels.tsx';
import * as goals from '../../labels/goals.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Funnel } from './step-drafts.ts';
import {
  emptyStep,
  moveStep,
  STEP_KINDS,
  type StepDraft,
  toNumber,
  toStep,
  toStepDraft,
} from './step-drafts.ts';

const MIN_STEPS = 2;
const MAX_STEPS = 8;

type Order = Funnel['order'];

const FIELDS = [
  'name',
  'within_minutes',
  ...Array.from({ length: MAX_STEPS }, (_, index) =>
    [...STEP_KINDS, 'value', 'properties'].map(field => `steps.${index}.${field}`),
  ).flat(),
];

export function FunnelForm({
  site,
  funnel,
  onSaved,
  onCancel,
}: {
  readonly site: Site;
  /** Null for a new one. */
  readonly funnel: Funnel | null;
  readonly onSaved: (funnel: Funnel) => Promise<void>;
  readonly onCancel: () => void;
}) {
  const [name, setName] = useState(funnel?.name ?? '');
  const [order, setOrder] = useState<Order>(funnel?.order ?? 'loose');
  const [minutes, setMinutes] = useState(String(funnel?.within_minutes ?? ''));
  const [steps, setSteps] = useState(() => funnel?.steps.map(toStepDraft) ?? [emptyStep(), emptyStep()]);
  const submission = useSubmit(FIELDS, async () => {
    const body = {
      name,
      order,
      within_minutes: minutes.trim() === '' ? null : toNumber(minutes),
      steps: steps.map(toStep),
    };
    const path = `/sites/${site.id}/funnels`;
    const saved = await (funnel
      ? call<Static<typeof FunnelAnswer>>('PATCH', `${path}/${funnel.id}`, { body })
      : call<Static<typeof FunnelAnswer>>('POST', path, { body }));
    await onSaved(saved.funnel);
  });
  const change = (index: number, part: Partial<StepDraft>) =>
    setSteps(before => before.map((step, place) => (place === index ? { ...step, ...part } : step)));
  return (
    <Panel title={funnel ? labels.editFunnel : labels.newFunnel}>
      <div className="funnel-form">
        <Form action={shared.save} submission={submission} onCancel={onCancel}>
          <TextField
            label={shared.name}
            value={name}
            maxLength={200}
            placeholder={labels.nameExample}
            error={submission.errors.of('name')}
            onValue={setName}
          />
          <ol className="funnel-steps" aria-label={labels.steps}>
            {steps.map((step, index) => (
              <li key={step.key}>
                <StepFields
                  site={site}
                  step={step}
                  number={index + 1}
                  errorOf={field => submission.errors.of(`steps.${index}.${field}`)}
                  onChange={part => change(index, part)}
                />
                <span className="funnel-step-actions">
                  <IconButton
                    label={labels.moveStepUp(index + 1)}
                    aria-disabled={index === 0 || undefined}
                    onClick={() => index > 0 && setSteps(moveStep(steps, index, -1))}
                  >
                    <ArrowUp size={16} aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={labels.moveStepDown(index + 1)}
                    aria-disabled={index === steps.length - 1 || undefined}
                    onClick={() => index < steps.length - 1 && setSteps(moveStep(steps, index, 1))}
                  >
                    <ArrowDown size={16} aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={labels.removeStep(index + 1)}
                    aria-disabled={steps.length <= MIN_STEPS || undefined}
                    onClick={() => steps.length > MIN_STEPS && setSteps(steps.toSpliced(index, 1))}
                  >
                    <X size={16} aria-hidden="true" />
                  </IconButton>
                </span>
              </li>
            ))}
          </ol>
          {steps.length < MAX_STEPS && (
            <Button isSmall onClick={() => setSteps([...steps, emptyStep()])}>
              <Plus size={16} aria-hidden="true" /> {labels.addStep}
            </Button>
          )}
          <RadioGroup
            legend={labels.order}
            value={order}
            options={[
              ['loose', labels.loose, labels.looseHint],
              ['strict', labels.strict, labels.strictHint],
            ]}
            onValue={setOrder}
          />
          <TextField
            label={labels.withinMinutes}
            hint={labels.withinHint}
            inputMode="numeric"
            value={minutes}
            error={submission.errors.of('within_minutes')}
            onValue={setMinutes}
          />
        </Form>
      </div>
    </Panel>
  );
}

function StepFields({
  site,
  step,
  number,
  errorOf,
  onChange,
}: {
  readonly site: Site;
  readonly step: StepDraft;
  readonly number: number;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<StepDraft>) => void;
}) {
  const id = useId();
  const { kind, text } = step;
  const { suggestions } = useSuggestions(site.id, kind === 'event' ? 'event' : 'path', text.trim());
  return (
    <fieldset className="funnel-fields">
      <legend>{labels.step(number)}</legend>
      <SelectField
        label={labels.kind}
        value={kind}
        options={[
          ['path', labels.kindPage],
          ['event', labels.kindEvent],
          ['scroll_depth', labels.kindDepth],
        ]}
        onValue={next => onChange({ kind: next, text: '', value: '', properties: '' })}
      />
      <TextField
        label={kind === 'path' ? labels.pagePath : kind === 'event' ? labels.eventName : labels.depth}
        hint={kind === 'path' ? labels.pageHint : undefined}
        value={text}
        error={STEP_KINDS.map(errorOf).find(Boolean)}
        spellCheck={false}
        autoComplete="off"
        {...(kind === 'scroll_depth' ? { inputMode: 'numeric' } : { list: id })}
        onValue={next => onChange({ text: next })}
      />
      {kind !== 'scroll_depth' && (
        <datalist id={id}>
          {(suggestions ?? []).map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {kind === 'event' && (
        <>
          <TextField
            label={goals.value}
            value={step.value}
            error={errorOf('value')}
            onValue={value => onChange({ value })}
          />
          <TextAreaField
            label={goals.properties}
            hint={goals.propertiesHint}
            value={step.properties}
            rows={2}
            spellCheck={false}
            error={errorOf('properties')}
            onValue={properties => onChange({ properties })}
          />
        </>
      )}
      <TextField
        label={labels.stepName}
        hint={labels.stepNameHint}
        value={step.name}
        maxLength={200}
        onValue={next => onChange({ name: next })}
      />
    </fieldset>
  );
}
