import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as labels from '../labels/ui.ts';
import { Button } from './button.tsx';

const FEEDBACK_MS = 2_500;

/** A text with a button that copies it. `what` names it: "Copy the snippet". */
export function CopyBox({ text, what }: { readonly text: string; readonly what: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    // The Clipboard API is missing on pages that are neither on https nor on localhost.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <div className="copy-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <Button isSmall onClick={copy} aria-label={labels.copyNamed(what)}>
        {state === 'copied' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        <span role="status">
          {state === 'copied' ? labels.copied : state === 'refused' ? labels.copyByHand : labels.copy}
        </span>
      </Button>
    </div>
  );
}
