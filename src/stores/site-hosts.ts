/** Adds the hosts of a site to questions that depend on them: rows at the site's own address have no url. */
import { decorateAsk } from '../core/hits/ask.ts';
import { listFilters } from '../core/hits/conditions.ts';
import { SITE_DIMENSIONS } from '../core/hits/query.ts';
import type { Question } from '../core/hits/question.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { SiteHosts } from '../core/site-hosts.ts';

/** Finds the hosts of a site; undefined for a site that is not there. */
export type FindSiteHosts = (siteId: number) => SiteHosts | undefined;

const dependsOnSite = (question: Question): boolean =>
  ('dimension' in question && SITE_DIMENSIONS.has(question.dimension ?? 'path')) ||
  ('dimensions' in question && question.dimensions.some(dimension => SITE_DIMENSIONS.has(dimension))) ||
  ('filters' in question &&
    listFilters(question.filters ?? []).some(({ dimension }) => SITE_DIMENSIONS.has(dimension)));

/** Adapts a hits store so that each question, and each removal by filters, names the hosts of its site where its filters or its dimension depend on them. */
export const withSiteHosts = <Store extends HitStore>(hits: Store, findSiteHosts: FindSiteHosts): Store => ({
  ...decorateAsk(
    hits,
    ask => (question, options) =>
      // Other questions stay as they are, so that their kept answers do.
      'siteId' in question && dependsOnSite(question)
        ? ask({ ...question, siteHosts: findSiteHosts(question.siteId) } as Question, options)
        : ask(question, options),
  ),
  remove: removal => {
    const { siteId, which } = removal;
    return which !== 'all' && 'filters' in which
      ? hits.remove({ ...removal, which: { ...which, siteHosts: findSiteHosts(siteId) } })
      : hits.remove(removal);
  },
});
