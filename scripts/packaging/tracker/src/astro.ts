/** Footfall in Astro. */
import type { FootfallOptions } from './index.ts';

/** The part of Astro's setup that an integration uses. */
interface Setup {
  readonly injectScript: (stage: 'page', content: string) => void;
}

/** The integration: `integrations: [footfall({ server, site })]` in `astro.config.mjs`. It is on every page then. */
export function footfall(options: FootfallOptions) {
  return {
    name: '@footfall/tracker',
    hooks: {
      'astro:config:setup': ({ injectScript }: Setup): void =>
        injectScript(
          'page',
          `import { install } from '@footfall/tracker'; install(${JSON.stringify(options)});`,
        ),
    },
  };
}
