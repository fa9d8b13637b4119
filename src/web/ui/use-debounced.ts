import { useEffect, useState } from 'react';

/** Debounce of what is searched for while typing. */
const DEBOUNCE_MS = 200;

/** Returns a text once it has not changed for a moment. */
export function useDebounced(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
