import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';

/** What a button is and shows. */
export interface TriggerProps {
  readonly className: string;
  readonly 'aria-label'?: string | undefined;
  readonly 'data-shortcut'?: string | undefined;
  readonly 'data-icon'?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A button with a popup whose code is loaded when the button is first used: no page has to wait for it. What is loaded
 * brings a button of its own, which takes the place of this one.
 */
export function DeferredPopup<Loaded extends object>({
  load,
  kind,
  trigger,
  children,
}: {
  readonly load: () => Promise<Loaded>;
  readonly kind: 'menu' | 'dialog';
  readonly trigger: TriggerProps;
  readonly children: (loaded: Loaded) => ReactNode;
}) {
  const [loaded, setLoaded] = useState<Loaded>();
  if (loaded) return children(loaded);
  const preload = () => void load().catch(() => undefined);
  // Without an answer nothing opens; the next click tries again.
  const open = () => void load().then(setLoaded, () => undefined);
  return (
    <button
      type="button"
      {...trigger}
      aria-haspopup={kind}
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
      onKeyDown={({ key }) => kind === 'menu' && (key === 'ArrowDown' || key === 'ArrowUp') && open()}
    />
  );
}

/** Returns the `ref` of a button that was put in the place of a clicked one: it is clicked in turn. */
export function useClickedAtOnce(): Ref<HTMLButtonElement> {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    ref.current?.focus();
    ref.current?.click();
  }, []);
  return ref;
}
