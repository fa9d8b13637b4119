import { withDeadline } from '../../http/deadline.ts';
import { created, type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { siteItem } from '../../http/site-item.ts';
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

const plan = 'subscription';

/** Source: decisions, section 10. */
export const alertRoutes = ({ alerts }: { readonly alerts: AlertsService }): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/alerts', {
    summary: 'List alerts with their state',
    operationId: 'listAlerts',
    access: { plan },
    responses: { 200: AlertList },
    handle: ({ site }) => ok({ alerts: alerts.list(site.id).map(presentAlert) }),
  }),
  siteEndpoint('POST', '/sites/:id/alerts', {
    summary: 'Add an alert',
    operationId: 'createAlert',
    access: { plan },
    body: CreateAlert,
    responses: { 201: AlertAnswer },
    handle: ({ site, body }) => created({ alert: presentAlert(alerts.create(site, body)) }),
  }),
  siteEndpoint('GET', '/sites/:id/alerts/preview', {
    summary: 'Tell when an alert would have fired in the last 90 days',
    operationId: 'previewAlert',
    access: { plan },
    query: PreviewAlert,
    responses: { 200: PreviewAnswer },
    handle: ({ site, query, signal: client }) =>
      withDeadline(client, async signal =>
        ok({ preview: presentPreview(await alerts.preview(site, query, signal)) }),
      ),
  }),
  ...alertItemRoutes(alerts),
];

/** Endpoints of a single alert. */
function alertItemRoutes(alerts: AlertsService): Endpoint[] {
  const path = '/sites/:id/alerts/:alert_id';
  const { endpoints, access, find } = siteItem({
    name: 'alert',
    path,
    access: { plan },
    answer: AlertAnswer,
    present: presentAlert,
    find: alerts.find,
    update: { body: UpdateAlert, run: (alert, { site, body }) => alerts.update(site, alert, body) },
    remove: alert => alerts.remove(alert),
  });
  return [
    ...endpoints,
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
