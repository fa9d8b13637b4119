import { notFound } from '../../core/errors.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { pageOf, presentPagination } from '../../http/paging.ts';
import { presentDowntime, presentMonitor, ShowUptime, UptimeAnswer } from './schema.ts';
import type { UptimeService } from './service.ts';

/** Source: api-v1, Endpoints, Insights, signals, monitoring. */
export const uptimeRoutes = ({ uptime }: { readonly uptime: UptimeService }): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/uptime',
      tag: 'Uptime',
      summary: 'Show how a site does, and its downtimes',
      operationId: 'getUptime',
      gate: {
        plan: 'subscription',
        admit({ site }) {
          if (!site?.uptimeEnabled) throw notEnabled();
        },
      },
      query: ShowUptime,
      answers: { 200: UptimeAnswer },
    },
    ({ site, query }) => {
      const status = uptime.findStatus(site.id);
      if (!status) throw notEnabled();
      const page = pageOf(query);
      const { downtimes, total, ongoing, recent } = uptime.listDowntimes(status.monitor, page);
      return ok({
        monitor: presentMonitor(status.monitor, { ...status, url: site.url }),
        downtimes: downtimes.map(downtime => presentDowntime(downtime, status.now)),
        pagination: presentPagination(page, total),
        summary: {
          total_downtimes: total,
          ongoing_downtimes: ongoing,
          recent_downtimes_30_days: recent,
        },
      });
    },
  ),
];

const notEnabled = () => notFound('uptime monitor (uptime monitoring is off for this site)');
