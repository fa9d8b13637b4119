/** Footfall in Svelte and SvelteKit. */
import { type FootfallOptions, install } from './index.ts';

/** The action: `<svelte:body use:footfall={{ server, site }} />` in the outermost layout. */
export function footfall(_element: unknown, options: FootfallOptions): void {
  install(options);
}
