import { unavailable } from '../../core/errors.ts';
import { type PageRule, readPageRules } from '../../core/hits/page-rules.ts';
import { parsePageRules } from '../../core/hits/parse-page-rules.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Site } from '../../core/site.ts';
import { createTurns } from '../../lib/fair-pool.ts';
import type { ChangesService } from '../changes/service.ts';
import type { SitesService } from '../sites/service.ts';
import { type Preview, previewPageRules } from './preview.ts';
import { MAX_PREVIEWED_PATHS, type PageRulesInput } from './schema.ts';

/** Previews of an account that wait. */
const MAX_WAITING = 20;

/** Rules of a site by which pages are counted from now on. Source: decisions, section 15. */
export function createPageRulesService({
  sites,
  hits,
  changes,
}: {
  readonly sites: Pick<SitesService, 'saveSettings'>;
  readonly hits: Pick<HitStore, 'ask'>;
  readonly changes: Pick<ChangesService, 'checkMayStart' | 'startIfAny'>;
}) {
  // They compute on the main thread: one at a time.
  const turns = createTurns();
  /** Replaces the rules. 422 with every fault. */
  function set(site: Site, { rules }: PageRulesInput): PageRule[] {
    const parsed = parsePageRules(rules);
    sites.saveSettings(site, { pageRules: JSON.stringify(parsed) });
    return parsed;
  }
  return {
    get: (site: Site): PageRule[] => readPageRules(site.pageRules),
    set,
    /** Replaces the rules, and begins to apply them to all stored pages. Resolves with the change; null where no page changes. */
    async setWithPast(
      site: Site,
      input: PageRulesInput,
      signal: AbortSignal,
    ): Promise<{ readonly rules: readonly PageRule[]; readonly changeId: number | null }> {
      changes.checkMayStart(site);
      const rules = set(site, input);
      if (rules.length === 0) return { rules, changeId: null };
      const row = await changes.startIfAny(
        { ...site, pageRules: JSON.stringify(rules) },
        { kind: 'page_rules' },
        signal,
      );
      return { rules, changeId: row?.id ?? null };
    },

    /** Works out what rules would make of all stored pages. 422 with every fault. */
    async preview(
      site: Site,
      { rules }: PageRulesInput,
      options: { readonly signal: AbortSignal },
    ): Promise<Preview> {
      const parsed = parsePageRules(rules);
      const query = { siteId: site.id, kind: 'hit', span: null, filters: [] } as const;
      const page = { dimension: 'path', offset: 0, limit: MAX_PREVIEWED_PATHS } as const;
      const account = `account ${site.ownerId}`;
      if (turns.waiting(account) >= MAX_WAITING)
        throw unavailable('too many previews are waiting: try again in a moment');
      return turns.run(
        account,
        async () => {
          const { rows } = await hits.ask({ shape: 'groups', ...query, ...page }, options);
          const stored = rows.flatMap(({ key, hits: count }) =>
            key === null ? [] : [{ path: key, hits: count }],
          );
          return previewPageRules(parsed, stored, options.signal);
        },
        { signal: options.signal },
      );
    },
  };
}

export type PageRulesService = ReturnType<typeof createPageRulesService>;
