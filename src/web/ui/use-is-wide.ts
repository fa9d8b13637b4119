import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 40.01rem)');

/** Returns whether the viewport is wider than the styles' breakpoint for phones. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    changed => {
      wide.addEventListener('change', changed);
      return () => wide.removeEventListener('change', changed);
    },
    () => wide.matches,
  );
