import { type PageRule, readPageRules } from '../../core/hits/page-rules.ts';
import { parsePageRules } from '../../core/hits/parse-page-rules.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import type { SitesService } from '../sites/service.ts';
import { type Preview, previewPageRules } from './preview.ts';
import { MAX_PREVIEWED_PATHS, type PageRulesInput } from './schema.ts';

/** Rules of a site by which pages are counted from now on. Source: decisions, section 15. */
export function createPageRulesService({
  sites,
  hits,
}: {
  readonly sites: Pick<SitesService, 'saveSettings'>;
  readonly hits: Pick<HitStore, 'ask'>;
}) {
  return {
    get: (site: Site): PageRule[] => readPageRules(site.pageRules),

    /** Replaces the rules. 422 with every fault. */
    set(site: Site, { rules }: PageRulesInput): PageRule[] {
      const parsed = parsePageRules(rules);
      sites.saveSettings(site, { pageRules: JSON.stringify(parsed) });
      return parsed;
    },

    /** Works out what rules would make of all stored pages. 422 with every fault. */
    async preview(site: Site, { rules }: PageRulesInput, options: ReadOptions): Promise<Preview> {
      const parsed = parsePageRules(rules);
      const query = { siteId: site.id, kind: 'hit', span: null, filters: [] } as const;
      const page = { dimension: 'path', offset: 0, limit: MAX_PREVIEWED_PATHS } as const;
      const { rows } = await hits.ask({ shape: 'groups', ...query, ...page }, options);
      return previewPageRules(
        parsed,
        rows.flatMap(({ key, hits: count }) => (key === null ? [] : [{ path: key, hits: count }])),
      );
    },
  };
}

export type PageRulesService = ReturnType<typeof createPageRulesService>;
