import { notFound } from '../../core/errors.ts';
import { canWrite } from '../../http/authorize.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  type RouteContext,
  type SiteCall,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { CreateSegment, presentSegment, SegmentAnswer, SegmentList, UpdateSegment } from './schema.ts';
import type { SegmentsService, SegmentWriter } from './service.ts';
import type { SegmentRow } from './store.ts';

const tag = 'Segments';

const toWriter = (call: Pick<SiteCall<unknown, unknown>, 'user' | 'account' | 'key'>): SegmentWriter => ({
  userId: call.user.id,
  canWriteSite: canWrite(call),
});

/** Source: decisions, section 10. A viewer writes personal segments, so that the service checks the role. */
export const segmentRoutes = ({ segments }: { readonly segments: SegmentsService }): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/segments',
      tag,
      summary: 'List segments',
      operationId: 'listSegments',
      responses: { 200: SegmentList },
    },
    ({ site, user }) => ok({ segments: segments.list(site.id, user.id).map(presentSegment) }),
  ),
  siteEndpoint(
    {
      method: 'POST',
      path: '/sites/:id/segments',
      tag,
      summary: 'Add a segment',
      operationId: 'createSegment',
      description:
        'A named set of filters: reports take `segment=ID` and keep the rows that match all of its filters and of their own. Viewers may add personal ones.',
      access: { role: 'viewer' },
      body: CreateSegment,
      responses: { 201: SegmentAnswer },
    },
    call => created({ segment: presentSegment(segments.create(call.site.id, call.body, toWriter(call))) }),
  ),
  ...segmentItemRoutes(segments),
];

function segmentItemRoutes(segments: SegmentsService): Endpoint[] {
  const path = '/sites/:id/segments/:segment_id';
  function findSegment({ site, user, params }: Pick<RouteContext, 'site' | 'user' | 'params'>): SegmentRow {
    if (!site) throw notFound('segment');
    return segments.get(site.id, parsePathId(params, 'segment_id', 'segment'), user.id);
  }
  const access = { role: 'viewer', check: findSegment } as const;
  return [
    siteEndpoint(
      {
        method: 'GET',
        path,
        tag,
        summary: 'Show a segment',
        operationId: 'getSegment',
        access,
        responses: { 200: SegmentAnswer },
      },
      call => ok({ segment: presentSegment(findSegment(call)) }),
    ),
    siteEndpoint(
      {
        method: 'PATCH',
        path,
        tag,
        summary: 'Change a segment',
        operationId: 'patchSegment',
        description: 'Filters that are sent replace those that it has.',
        access,
        body: UpdateSegment,
        responses: { 200: SegmentAnswer },
      },
      call => ok({ segment: presentSegment(segments.update(findSegment(call), call.body, toWriter(call))) }),
    ),
    siteEndpoint(
      {
        method: 'DELETE',
        path,
        tag,
        summary: 'Delete a segment',
        operationId: 'deleteSegment',
        access,
        responses: { 204: null },
      },
      call => {
        segments.remove(findSegment(call), toWriter(call));
        return noContent();
      },
    ),
  ];
}
