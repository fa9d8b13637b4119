/** Segments in the menu of filters: choosing one, and saving the filters of the view as one. */
import { useState } from 'react';
import { SelectField, TextField } from '../forms/field.tsx';
import { Form, useSubmit } from '../forms/form.tsx';
import * as labels from '../labels/saved-segments.ts';
import * as shared from '../labels/shared.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toasts.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import { toFilters, toSegmentFilters, useSavedSegments } from './use-saved-segments.ts';
import { useView } from './use-view.ts';
import { useCanWrite } from './user.ts';

export function SavedSegments({ siteId, onDone }: { readonly siteId: number; readonly onDone: () => void }) {
  const { view, change } = useView();
  const { segments } = useSavedSegments(siteId);
  const [isSaving, setIsSaving] = useState(false);
  if (isSaving) return <SaveSegment siteId={siteId} onDone={onDone} />;
  const canSave = view.filters.length > 0;
  if (segments.length === 0 && !canSave) return null;
  return (
    <>
      {segments.length > 0 && (
        <>
          <p className="hint">{labels.segments}</p>
          <ul className="filter-segments" aria-label={labels.segments}>
            {segments.map(segment => (
              <li key={segment.id}>
                <button
                  type="button"
                  className="menu-item"
                  title={segment.visibility === 'personal' ? labels.isPersonal : undefined}
                  onClick={() => {
                    change({ filters: toFilters(segment) });
                    onDone();
                  }}
                >
                  <UntrustedText text={segment.name} isCut />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {canSave && (
        <Button isSmall onClick={() => setIsSaving(true)}>
          {labels.keepFilters}
        </Button>
      )}
      <hr />
    </>
  );
}

const NEW = 'new';

/** Saves the filters of the view as a new segment, or in place of those that one has. */
function SaveSegment({ siteId, onDone }: { readonly siteId: number; readonly onDone: () => void }) {
  const { view } = useView();
  const { segments, add, change } = useSavedSegments(siteId);
  const canWrite = useCanWrite();
  const [target, setTarget] = useState(NEW);
  const [name, setName] = useState('');
  const [visibility, setVisibility] = useState<'site' | 'personal'>(canWrite ? 'site' : 'personal');
  const toast = useToast();
  const mine = segments.filter(segment => canWrite || segment.visibility === 'personal');
  const submission = useSubmit(['name'], async () => {
    const filters = toSegmentFilters(view.filters);
    await (target === NEW ? add({ name, visibility, filters }) : change(Number(target), { filters }));
    toast(labels.segmentSaved);
    onDone();
  });
  return (
    <Form action={labels.saveSegment} submission={submission}>
      {mine.length > 0 && (
        <SelectField
          label={labels.saveAs}
          value={target}
          options={[[NEW, labels.newSegment], ...mine.map(each => [String(each.id), each.name] as const)]}
          onValue={setTarget}
        />
      )}
      {target === NEW && (
        <>
          <TextField
            label={shared.name}
            value={name}
            maxLength={200}
            error={submission.errors.of('name')}
            onValue={setName}
          />
          {canWrite && (
            <SelectField
              label={labels.forWhom}
              value={visibility}
              options={[
                ['site', labels.ofSite],
                ['personal', labels.personal],
              ]}
              onValue={setVisibility}
            />
          )}
        </>
      )}
    </Form>
  );
}
