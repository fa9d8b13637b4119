/** Keeps what was changed and not saved from being lost by leaving the page. */

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

/** Where somebody wants to go. With a key: an entry of the history, by going back or forward. */
interface Destination {
  readonly url: string;
  readonly key: string | null;
}

/** The part of the platform's Navigation API that is used here; older browsers lack it, and ask only before unloading. */
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

/** Says of a form whether it holds what is not saved yet. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  const tell = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    tell(form, isUnsaved);
    return () => tell(form, false);
  }, [tell, form, isUnsaved]);
}

/** Asks before what is inside is left while a form in it holds unsaved changes. */
export function UnsavedChangesGuard({ children }: { readonly children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const tell = useCallback((form: string, isUnsaved: boolean) => {
    setUnsaved(forms => {
      if (forms.includes(form) === isUnsaved) return forms;
      return isUnsaved ? [...forms, form] : forms.filter(each => each !== form);
    });
  }, []);
  const { destination, leave, stay } = useNavigationBlocker(unsaved.length > 0);
  return (
    <UnsavedContext value={tell}>
      {children}
      <ConfirmDialog
        title={labels.leaveWithoutSaving}
        action={labels.leaveWithoutSavingTitle}
        isOpen={destination !== null}
        onConfirm={leave}
        onClose={stay}
      >
        <p>{labels.whatYouHaveChangedHere}</p>
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
      const wanted = blockedDestination(event as NavigateEvent);
      if (isAllowed.current || wanted === null) {
        isAllowed.current = false;
        return;
      }
      event.preventDefault();
      setDestination(wanted);
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

/** Where an event leads when it leaves this page for another of these pages; null for all else. */
function blockedDestination({ cancelable, navigationType, destination }: NavigateEvent): Destination | null {
  const { url, key, sameDocument } = destination;
  if (!cancelable || !sameDocument || new URL(url).pathname === location.pathname) return null;
  return { url, key: navigationType === 'traverse' ? key : null };
}
