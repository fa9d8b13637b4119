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
import { Confirm } from '../../ui/dialog.tsx';

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

const navigationOf = (host: object): Navigation | undefined =>
  'navigation' in host ? (host.navigation as Navigation) : undefined;

const UnsavedContext = createContext<(form: string, isUnsaved: boolean) => void>(() => {});

/** Says of a form whether it holds what is not saved yet. */
export function useUnsaved(isUnsaved: boolean): void {
  const tell = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    tell(form, isUnsaved);
    return () => tell(form, false);
  }, [tell, form, isUnsaved]);
}

/** Asks before what is inside is left while a form in it holds unsaved changes. */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const tell = useCallback((form: string, isUnsaved: boolean) => {
    setUnsaved(forms => {
      if (forms.includes(form) === isUnsaved) return forms;
      return isUnsaved ? [...forms, form] : forms.filter(each => each !== form);
    });
  }, []);
  const { destination, leave, stay } = useHeldBack(unsaved.length > 0);
  return (
    <UnsavedContext value={tell}>
      {children}
      <Confirm
        title="Leave without saving?"
        action="Leave without saving"
        isOpen={destination !== null}
        onConfirm={leave}
        onClose={stay}
      >
        <p>What you have changed here is not saved yet.</p>
      </Confirm>
    </UnsavedContext>
  );
}

function useHeldBack(isHeld: boolean) {
  const [destination, setDestination] = useState<Destination | null>(null);
  const isLetThrough = useRef(false);
  useEffect(() => {
    if (!isHeld) return;
    const unload = (event: Event) => event.preventDefault();
    const navigate = (event: Event) => {
      const wanted = heldDestination(event as NavigateEvent);
      if (isLetThrough.current || wanted === null) {
        isLetThrough.current = false;
        return;
      }
      event.preventDefault();
      setDestination(wanted);
    };
    const navigation = navigationOf(window);
    addEventListener('beforeunload', unload);
    navigation?.addEventListener('navigate', navigate);
    return () => {
      removeEventListener('beforeunload', unload);
      navigation?.removeEventListener('navigate', navigate);
    };
  }, [isHeld]);
  const leave = () => {
    setDestination(null);
    if (!destination) return;
    isLetThrough.current = true;
    if (destination.key === null) history.pushState(null, '', destination.url);
    else navigationOf(window)?.traverseTo(destination.key);
  };
  return { destination, leave, stay: () => setDestination(null) };
}

/** Where an event leads when it leaves this page for another of these pages; null for all else. */
function heldDestination({ cancelable, navigationType, destination }: NavigateEvent): Destination | null {
  const { url, key, sameDocument } = destination;
  if (!cancelable || !sameDocument || new URL(url).pathname === location.pathname) return null;
  return { url, key: navigationType === 'traverse' ? key : null };
}
