import { canWrite } from '../../http/authorize.ts';
import type { Endpoint, SiteCall } from '../../http/endpoint.ts';
import { resource } from '../../http/resource.ts';
import { CreateSegment, presentSegment, SegmentAnswer, SegmentList, UpdateSegment } from './schema.ts';
import type { SegmentsService, SegmentWriter } from './service.ts';

const toWriter = (call: Pick<SiteCall<unknown, unknown>, 'user' | 'account' | 'key'>): SegmentWriter => ({
  userId: call.user.id,
  canWriteSite: canWrite(call),
});

/** Source: decisions, section 10. A viewer writes personal segments, so that the service checks the role. */
export const segmentRoutes = ({ segments }: { readonly segments: SegmentsService }): Endpoint[] =>
  resource({
    scope: 'site',
    name: 'segment',
    path: '/sites/:id/segments/:segment_id',
    access: { role: 'viewer' },
    find: ({ site, user }, id) => segments.find(site.id, id, user.id),
    present: presentSegment,
    answer: SegmentAnswer,
    list: { access: {}, answer: SegmentList, run: ({ site, user }) => segments.list(site.id, user.id) },
    create: {
      description:
        'A named set of filters: reports take `segment=ID` and keep the rows that match all of its filters and of their own. Viewers may add personal ones.',
      body: CreateSegment,
      run: call => segments.create(call.site.id, call.body, toWriter(call)),
    },
    change: {
      description: 'Filters that are sent replace those that it has.',
      body: UpdateSegment,
      run: (segment, call) => segments.update(segment, call.body, toWriter(call)),
    },
    remove: { run: (segment, call) => segments.remove(segment, toWriter(call)) },
  }).endpoints;
