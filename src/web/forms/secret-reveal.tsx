import { type ReactNode, useEffect, useRef } from 'react';
import * as labels from '../labels/forms.ts';
import { Button } from '../ui/button.tsx';
import { CopyBox } from '../ui/copy-box.tsx';

/** Shows a new secret once, for copying. */
export function SecretReveal({
  title,
  what,
  secret,
  onDone,
  children,
}: {
  readonly title: string;
  /** Name of the secret for the copy button: "Copy the key". */
  readonly what: string;
  readonly secret: string;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="secret-reveal" aria-label={title} tabIndex={-1} ref={box}>
      <p>
        <b>{title}</b>
      </p>
      <CopyBox text={secret} what={what} />
      {children}
      <div className="actions">
        <Button isSmall onClick={onDone}>
          {labels.secretKept}
        </Button>
        <span className="hint">{labels.secretHint}</span>
      </div>
    </section>
  );
}
