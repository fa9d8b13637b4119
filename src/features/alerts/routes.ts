import { withDeadline } from '../../http/deadline.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { resource } from '../../http/resource.ts';
import {
  AlertAnswer,
  AlertList,
  CreateAlert,
  FiringList,
  ListFirings,
  PreviewAlert,
  PreviewAnswer,
  presentAlert,
  presentFiring,
  presentPreview,
  UpdateAlert,
} from './schema.ts';
import type { AlertsService } from './service.ts';

const path = '/sites/:id/alerts/:alert_id';

/** Source: decisions, section 10. */
export function alertRoutes({ alerts }: { readonly alerts: AlertsService }): Endpoint[] {
  const { endpoints, access, find } = resource({
    scope: 'site',
    name: 'alert',
    path,
    access: { plan: 'subscription' },
    find: ({ site }, id) => alerts.find(site.id, id),
    present: presentAlert,
    answer: AlertAnswer,
    list: {
      summary: 'List alerts with their state',
      answer: AlertList,
      run: ({ site }) => alerts.list(site.id),
    },
    create: { body: CreateAlert, run: ({ site, body }) => alerts.create(site, body) },
    change: { body: UpdateAlert, run: (alert, { site, body }) => alerts.update(site, alert, body) },
    remove: { run: alerts.remove },
  });
  return [
    ...endpoints,
    siteEndpoint('GET', '/sites/:id/alerts/preview', {
      summary: 'Tell when an alert would have fired in the last 90 days',
      operationId: 'previewAlert',
      access: { plan: 'subscription' },
      query: PreviewAlert,
      responses: { 200: PreviewAnswer },
      handle: ({ site, query, signal: client }) =>
        withDeadline(client, async signal =>
          ok({ preview: presentPreview(await alerts.preview(site, query, signal)) }),
        ),
    }),
    siteEndpoint('GET', `${path}/firings`, {
      summary: 'List when an alert fired, newest first',
      operationId: 'listAlertFirings',
      access,
      query: ListFirings,
      responses: { 200: FiringList },
      handle: call => {
        const page = toPage(call.query);
        const { rows, total } = alerts.listFirings(find(call), page);
        return ok({ firings: rows.map(presentFiring), pagination: presentPagination(page, total) });
      },
    }),
  ];
}
