import { type ReactNode, useState } from 'react';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

interface Confirmed {
  /** What has to be typed, and what it is. */
  readonly text: string;
  readonly textLabel: string;
  readonly wrongText: string;
  /** The button that does it. */
  readonly action: string;
  readonly work: () => Promise<void>;
}

/** A panel with a button for what cannot be undone, which asks to type a text first. */
export function TypedConfirmation({
  title,
  hint,
  button,
  question,
  ...confirmed
}: Confirmed & {
  readonly title: string;
  readonly hint: ReactNode;
  readonly button: string;
  readonly question: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title={title}>
      <p>{hint}</p>
      <div>
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          {button}
        </Button>
      </div>
      <Dialog title={question} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Confirmation {...confirmed} onClose={() => setIsOpen(false)} />
      </Dialog>
    </Panel>
  );
}

function Confirmation({
  text,
  textLabel,
  wrongText,
  action,
  work,
  onClose,
}: Confirmed & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const submission = useSubmit([], async () => {
    if (typed.trim() !== text.trim()) return setIsRefused(true);
    await work();
    onClose();
  });
  return (
    <Form action={action} variant="danger" submission={submission} onCancel={onClose}>
      <p>{labels.confirmationLabel(<UntrustedText text={text} />)}</p>
      <TextField
        label={textLabel}
        value={typed}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={isRefused ? wrongText : undefined}
        onValue={value => {
          setTyped(value);
          setIsRefused(false);
        }}
      />
    </Form>
  );
}
