import { useCallback, useState } from 'react';

/** How far outside the viewport content begins to load. */
const ROOT_MARGIN = '300px 0px';

/** Returns whether an element intersects the viewport or has done so (lazy loading). `ref` goes to the element. */
export function useIsIntersecting() {
  const [isIntersecting, setIsNear] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setIsNear(true);
        observer.disconnect();
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isIntersecting };
}
