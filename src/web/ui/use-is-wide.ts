import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 40.01rem)');

/** Whether there is room for more than one column, as the styles have it. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    changed => {
      wide.addEventListener('change', changed);
      return () => wide.removeEventListener('change', changed);
    },
    () => wide.matches,
  );
