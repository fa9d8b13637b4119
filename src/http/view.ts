/** What a caller with a view may read: rows of the table of endpoints name the sections of their answers. */
import { type Account, mayActOn } from '../core/access.ts';
import { forbidden, invalidParameter, notFound } from '../core/errors.ts';
import type { Attribution } from '../core/hits/query.ts';
import type { Site } from '../core/site.ts';
import { UNSEGMENTED_SECTIONS, type View, type ViewSection, withinView } from '../core/view.ts';
import type { Endpoint } from './endpoint.ts';
import { findEnumValues } from './schema.ts';

/** Throws for a member of single sites 403 for what is about the whole account, 404 for another site. */
export function checkScope(endpoint: Endpoint, account: Account, site: Site | undefined): void {
  if (account.scope === null) return;
  if (site && !mayActOn(account, site.id)) throw notFound('site');
  if (endpoint.scope === 'account' && !endpoint.access?.isForSiteMembers)
    throw forbidden('this needs membership of the whole account, and yours is limited to single sites');
}

/** Returns what a member may read of a site; null for everything that the role allows. */
export function findMemberView(endpoint: Endpoint, { scope }: Account, site: Site): View | null {
  if (!scope?.sections || endpoint.access?.isForSiteMembers) return null;
  return { siteId: site.id, sections: new Set(scope.sections), segments: [] };
}

/** Throws 404 for an endpoint outside a view, whatever the request, and for a site other than the view's. */
export function checkView(endpoint: Endpoint, view: View, site: Site | undefined): void {
  if (!site || endpoint.method !== 'GET' || !endpoint.access?.sections) throw notFound('endpoint');
  if (site.id !== view.siteId) throw notFound('site');
}

/** Throws 404 for a query of something outside the sections of a view. Returns the sections that the answer is of. */
export function checkSections(
  endpoint: Endpoint,
  view: View,
  query: object,
): readonly (ViewSection | null)[] {
  const sections = endpoint.access?.sections?.(query) ?? [null];
  const isShown = (section: ViewSection | null) => section !== null && view.sections.has(section);
  if (!sections.every(isShown)) throw notFound('section');
  return sections;
}

/**
 * Returns a query with the segments of a view. Throws 404 for what is in none of its sections, and for what its segments cannot
 * be applied to.
 */
export function limitToView(endpoint: Endpoint, view: View, query: object): object {
  const sections = checkSections(endpoint, view, query);
  if (view.segments.length === 0) return withinView(query, view);
  const isSegmented = 'segment' in (endpoint.query?.properties ?? {});
  const needsNone = sections.every(section => section !== null && UNSEGMENTED_SECTIONS.has(section));
  if (!isSegmented && !needsNone) throw notFound('section');
  const { attribution = {} } = endpoint.query?.properties ?? {};
  return withinView(findEnumValues(attribution)?.includes('visit') ? ofVisits(query) : query, view);
}

/**
 * Segments of a view mean visits. Single hits would show more: a page within a visit has another channel and no referrer, so that
 * hits of visits that the segment leaves out would match it.
 */
function ofVisits(query: object): object {
  const { attribution = 'visit' } = query as { readonly attribution?: Attribution };
  if (attribution !== 'visit')
    throw invalidParameter(
      `attribution must be visit here, since only some visits are shown, got ${attribution}`,
    );
  return { ...query, attribution };
}
