'use client';
/** Footfall in React and Next.js: it runs in the browser alone, so that a component of the server may have it. */
import { useEffect } from 'react';
import { type FootfallOptions, install } from './index.ts';

/** Loads the tracking code; put it once into the app. It shows nothing. */
export function Footfall(options: FootfallOptions): null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is loaded once; only another site is another code
  useEffect(() => install(options), [options.site]);
  return null;
}
