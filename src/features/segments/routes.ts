import { canWrite } from '../../http/authorize.ts';
import { created, type Endpoint, ok, type SiteCall, siteEndpoint } from '../../http/endpoint.ts';
import { siteItem } from '../../http/site-item.ts';
import { CreateSegment, presentSegment, SegmentAnswer, SegmentList, UpdateSegment } from './schema.ts';
import type { SegmentsService, SegmentWriter } from './service.ts';

const toWriter = (call: Pick<SiteCall<unknown, unknown>, 'user' | 'account' | 'key'>): SegmentWriter => ({
  userId: call.user.id,
  canWriteSite: canWrite(call),
});

/** Source: decisions, section 10. A viewer writes personal segments, so that the service checks the role. */
export const segmentRoutes = ({ segments }: { readonly segments: SegmentsService }): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/segments', {
    summary: 'List segments',
    operationId: 'listSegments',
    responses: { 200: SegmentList },
    handle: ({ site, user }) => ok({ segments: segments.list(site.id, user.id).map(presentSegment) }),
  }),
  siteEndpoint('POST', '/sites/:id/segments', {
    summary: 'Add a segment',
    operationId: 'createSegment',
    description:
      'A named set of filters: reports take `segment=ID` and keep the rows that match all of its filters and of their own. Viewers may add personal ones.',
    access: { role: 'viewer' },
    body: CreateSegment,
    responses: { 201: SegmentAnswer },
    handle: call =>
      created({ segment: presentSegment(segments.create(call.site.id, call.body, toWriter(call))) }),
  }),
  ...segmentItem(segments).endpoints,
];

const segmentItem = (segments: SegmentsService) =>
  siteItem({
    name: 'segment',
    path: '/sites/:id/segments/:segment_id',
    access: { role: 'viewer' },
    answer: SegmentAnswer,
    present: presentSegment,
    find: (siteId, id, { user }) => segments.find(siteId, id, user.id),
    update: {
      body: UpdateSegment,
      description: 'Filters that are sent replace those that it has.',
      run: (segment, call) => segments.update(segment, call.body, toWriter(call)),
    },
    remove: (segment, call) => segments.remove(segment, toWriter(call)),
  });
