/** Asks before unsaved changes are lost by navigating. */

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import * as labels from '../labels/forms.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

/** Target of a navigation. With a key: an entry of the history, by going back or forward. */
interface Destination {
  readonly url: string;
  readonly key: string | null;
}

/** The part of the Navigation API that is used here; browsers without it ask only before unloading. */
interface NavigateEvent extends Event {
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse';
  readonly destination: { readonly url: string; readonly key: string; readonly sameDocument: boolean };
}
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

const getNavigation = (host: object): Navigation | undefined =>
  'navigation' in host ? (host.navigation as Navigation) : undefined;

const UnsavedContext = createContext<(form: string, isUnsaved: boolean) => void>(() => {});

/** Reports whether a form has unsaved changes. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  const setFormUnsaved = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    setFormUnsaved(form, isUnsaved);
    return () => setFormUnsaved(form, false);
  }, [setFormUnsaved, form, isUnsaved]);
}

/** Asks for confirmation before leaving while a form inside has unsaved changes. */
export function UnsavedChangesGuard({ children }: { readonly children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const setFormUnsaved = useCallback((form: string, isUnsaved: boolean) => {
    setUnsaved(forms => {
      if (forms.includes(form) === isUnsaved) return forms;
      return isUnsaved ? [...forms, form] : forms.filter(each => each !== form);
    });
  }, []);
  const { destination, leave, stay } = useNavigationBlocker(unsaved.length > 0);
  return (
    <UnsavedContext value={setFormUnsaved}>
      {children}
      <ConfirmDialog
        title={labels.leaveQuestion}
        action={labels.leaveWithoutSaving}
        isOpen={destination !== null}
        onConfirm={leave}
        onClose={stay}
      >
        <p>{labels.leaveHint}</p>
      </ConfirmDialog>
    </UnsavedContext>
  );
}

function useNavigationBlocker(isBlocking: boolean) {
  const [destination, setDestination] = useState<Destination | null>(null);
  const isAllowed = useRef(false);
  useEffect(() => {
    if (!isBlocking) return;
    const unload = (event: Event) => event.preventDefault();
    const navigate = (event: Event) => {
      const target = blockedDestination(event as NavigateEvent);
      if (isAllowed.current || target === null) {
        isAllowed.current = false;
        return;
      }
      event.preventDefault();
      setDestination(target);
    };
    const navigation = getNavigation(window);
    addEventListener('beforeunload', unload);
    navigation?.addEventListener('navigate', navigate);
    return () => {
      removeEventListener('beforeunload', unload);
      navigation?.removeEventListener('navigate', navigate);
    };
  }, [isBlocking]);
  const leave = () => {
    setDestination(null);
    if (!destination) return;
    isAllowed.current = true;
    if (destination.key === null) history.pushState(null, '', destination.url);
    else getNavigation(window)?.traverseTo(destination.key);
  };
  return { destination, leave, stay: () => setDestination(null) };
}

/** Returns the target of a navigation within the dashboard that leaves this page; null for all others. */
function blockedDestination({ cancelable, navigationType, destination }: NavigateEvent): Destination | null {
  const { url, key, sameDocument } = destination;
  if (!cancelable || !sameDocument || new URL(url).pathname === location.pathname) return null;
  return { url, key: navigationType === 'traverse' ? key : null };
}
