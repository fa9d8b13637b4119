import { forbidden } from '../../core/errors.ts';
import type { Site } from '../../core/site.ts';
import { accepted, type Endpoint, ok, type RouteContext, siteEndpoint } from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import {
  ContentAnswer,
  ContentForbidden,
  IgnoreAnswer,
  IgnoreIssue,
  presentContent,
  presentIssue,
  RecheckAnswer,
} from './schema.ts';
import type { ContentService } from './service.ts';

const BELOW = '/sites/:id/content';

/** Source: api-v1, Content monitoring; decisions, section 4. */
export function contentRoutes({ content }: { readonly content: ContentService }): Endpoint[] {
  const findIssue = (site: Pick<Site, 'id'>, params: Readonly<Record<string, string>>) =>
    content.getIssue(site.id, parsePathId(params, 'content_check_id', 'content check'));
  const access = { plan: 'subscription', check: requireEnabled } as const;
  const issueAccess = {
    plan: 'subscription',
    check(found: RouteContext) {
      requireEnabled(found);
      if (found.site) findIssue(found.site, found.params);
    },
  } as const;

  return [
    siteEndpoint('GET', BELOW, {
      summary: 'Show broken links and mixed content',
      operationId: 'getContent',
      access,
      responses: { 200: ContentAnswer, 403: ContentForbidden },
      handle: ({ site }) => ok(presentContent(site, content.getOverview(site.id))),
    }),
    siteEndpoint('PATCH', `${BELOW}/:content_check_id/ignore`, {
      summary: 'Ignore an issue, or reopen it',
      operationId: 'ignoreContentIssue',
      access: issueAccess,
      body: IgnoreIssue,
      responses: { 200: IgnoreAnswer, 403: ContentForbidden },
      handle: ({ site, params, body }) => {
        const issue = presentIssue(content.setIgnored(findIssue(site, params), body.ignored ?? true));
        return ok({ status: issue.ignored ? 'ignored' : 'open', issue });
      },
    }),
    siteEndpoint('POST', `${BELOW}/:content_check_id/recheck`, {
      summary: 'Recheck an issue',
      operationId: 'recheckContentIssue',
      access: issueAccess,
      responses: { 202: RecheckAnswer, 403: ContentForbidden },
      handle: ({ site, params }) =>
        accepted({ status: 'queued', issue: presentIssue(content.recheck(findIssue(site, params))) }),
    }),
  ];
}

function requireEnabled({ site }: RouteContext): void {
  if (site?.contentMonitoring === false) {
    throw forbidden('content monitoring is off for this site: switch it on with PATCH /sites/:id/features', {
      content_monitoring_enabled: false,
    });
  }
}
