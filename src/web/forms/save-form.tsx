import type { ReactNode } from 'react';
import * as labels from '../labels/forms.ts';
import * as shared from '../labels/shared.tsx';
import { Button } from '../ui/button.tsx';
import { Form, type useSubmit } from './form.tsx';
import { useUnsavedChanges } from './unsaved-changes-guard.tsx';
import type { Draft } from './use-draft.ts';

/** A form that edits saved values. While there are changes it says so, and the save button stays visible. */
export function SaveForm<Fields>({
  draft,
  submission,
  children,
}: {
  readonly draft: Draft<Fields>;
  readonly submission: ReturnType<typeof useSubmit>;
  readonly children: ReactNode;
}) {
  const { isUnsaved, reset } = draft;
  useUnsavedChanges(isUnsaved);
  return (
    <div className={isUnsaved ? 'save-form unsaved' : 'save-form'}>
      <Form
        action={shared.save}
        submission={submission}
        variant={isUnsaved ? 'primary' : 'plain'}
        aside={
          <>
            {isUnsaved && (
              <Button variant="quiet" onClick={reset}>
                {labels.discard}
              </Button>
            )}
            <span className="soft" role="status">
              {isUnsaved ? labels.notSavedYet : ''}
            </span>
          </>
        }
      >
        {children}
      </Form>
    </div>
  );
}
