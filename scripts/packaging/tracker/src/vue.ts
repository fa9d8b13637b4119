/** Footfall in Vue and Nuxt. */
import { event, type FootfallOptions, hit, install as load } from './index.ts';

/** The part of Vue's app that a plugin uses. */
interface App {
  readonly config: { readonly globalProperties: Record<string, unknown> };
}

/** The plugin: `app.use(footfall, { server, site })`. Templates then have `$footfall.event(…)` and `$footfall.hit(…)`. */
export const footfall = {
  install(app: App, options: FootfallOptions): void {
    load(options);
    app.config.globalProperties['$footfall'] = { hit, event };
  },
};
