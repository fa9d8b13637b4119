/** Toasts: short messages about what has just been done, optionally with an undo button. */

import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import * as labels from '../labels/ui.ts';
import { Button, IconButton } from './button.tsx';
import { UntrustedText } from './untrusted-text.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly undo?: () => void;
  readonly topic?: string;
}

type ToastCall = (
  text: string,
  options?: {
    readonly isError?: boolean;
    readonly undo?: () => void;
    /** A later toast on the same topic replaces the earlier one. */
    readonly topic?: string;
  },
) => void;

const SHOWN_MS = 7_000;
/** Toasts with an undo button stay longer. */
const SHOWN_WITH_UNDO_MS = 12_000;

const ToastContext = createContext<ToastCall>(() => {});

/** Shows a message: `toast('Key revoked')`. */
export const useToast = (): ToastCall => useContext(ToastContext);

export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);
  const dismiss = useCallback((id: number) => setToasts(all => all.filter(toast => toast.id !== id)), []);
  const show = useCallback<ToastCall>(
    (text, { isError = false, undo, topic } = {}) => {
      const id = nextId.current++;
      const toast: Toast = { id, text, isError, ...(undo ? { undo } : {}), ...(topic ? { topic } : {}) };
      setToasts(all => [...all.filter(each => topic === undefined || each.topic !== topic).slice(-2), toast]);
      setTimeout(() => dismiss(id), undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
    },
    [dismiss],
  );
  const list = useMemo(
    () => (
      <section className="toasts" aria-live="polite" aria-label={labels.messages}>
        {toasts.map(({ id, text, isError, undo }) => (
          <div key={id} className={isError ? 'toast error-toast' : 'toast'}>
            <span>
              <UntrustedText text={text} />
            </span>
            {undo && (
              <Button
                isSmall
                onClick={() => {
                  dismiss(id);
                  undo();
                }}
              >
                {labels.undo}
              </Button>
            )}
            <IconButton label={labels.dismiss} isSmall onClick={() => dismiss(id)}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
        ))}
      </section>
    ),
    [toasts, dismiss],
  );
  return (
    <ToastContext value={show}>
      {children}
      {list}
    </ToastContext>
  );
}
