import { useCallback, useState } from 'react';

/** Returns the size of an element and follows its changes. */
export function useSize() {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}
