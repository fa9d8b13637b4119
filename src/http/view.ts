/** What a caller with a view may read: rows of the table of endpoints name the sections of their answers. */
import { notFound } from '../core/errors.ts';
import type { Site } from '../core/site.ts';
import { UNSEGMENTED_SECTIONS, type View, type ViewSection, withSegments } from '../core/view.ts';
import type { Endpoint } from './endpoint.ts';

/** Throws 404 for an endpoint that is none of a view's, whatever is asked of it, and for another site than the view's. */
export function checkView(endpoint: Endpoint, view: View, site: Site | undefined): void {
  if (!site || endpoint.method !== 'GET' || !endpoint.access?.sections) throw notFound('endpoint');
  if (site.id !== view.siteId) throw notFound('site');
}

/**
 * Returns a query with the segments of a view. Throws 404 for what is in none of its sections, and for what its segments cannot
 * be applied to.
 */
export function limitToView(endpoint: Endpoint, view: View, query: object): object {
  const sections = endpoint.access?.sections?.(query) ?? [null];
  const isShown = (section: ViewSection | null) => section !== null && view.sections.has(section);
  if (!sections.every(isShown)) throw notFound('section');
  if (view.segments.length === 0) return query;
  const isSegmented = 'segment' in (endpoint.query?.properties ?? {});
  const needsNone = sections.every(section => section !== null && UNSEGMENTED_SECTIONS.has(section));
  if (!isSegmented && !needsNone) throw notFound('section');
  return withSegments(query, view.segments);
}
