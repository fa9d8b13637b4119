import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import type { Preview } from './preview.ts';
import { PageRulesAnswer, PageRulesPreview, PutPageRules, PutPageRulesAnswer } from './schema.ts';
import type { PageRulesService } from './service.ts';

/** Rules that make one page of several paths: our own addition to the API. Source: decisions, section 15. */
export const pageRuleRoutes = ({ pageRules }: { readonly pageRules: PageRulesService }): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/page_rules', {
    summary: 'Show the page rules of a site',
    operationId: 'getPageRules',
    responses: { 200: PageRulesAnswer },
    handle: ({ site }) => ok({ rules: pageRules.get(site) }),
  }),
  siteEndpoint('PUT', '/sites/:id/page_rules', {
    summary: 'Replace the page rules of a site',
    operationId: 'putPageRules',
    description:
      'For hits from now on, and with `past` for those that are stored; goals, funnels and ignore rules find pages by either path.',
    body: PutPageRules,
    responses: { 200: PutPageRulesAnswer },
    handle: async ({ site, body, signal }) => {
      if (body.past !== true) return ok({ rules: pageRules.set(site, body) });
      const { rules, changeId } = await pageRules.setWithPast(site, body, signal);
      return ok({ rules, change_id: changeId });
    },
  }),
  siteEndpoint('POST', '/sites/:id/page_rules/preview', {
    summary: 'Try page rules on all stored pages',
    operationId: 'previewPageRules',
    isReadByBody: true,
    body: PutPageRules,
    responses: { 200: PageRulesPreview },
    handle: async ({ site, body, signal }) =>
      ok(presentPreview(await pageRules.preview(site, body, { signal }))),
  }),
];

const presentPreview = ({ merges, pagesBefore, pagesAfter, pagesChanged, suggestions }: Preview) => ({
  merges,
  pages_before: pagesBefore,
  pages_after: pagesAfter,
  pages_changed: pagesChanged,
  suggestions,
});
