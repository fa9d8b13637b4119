import { notFound } from '../../core/errors.ts';
import { withDeadline } from '../../http/deadline.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  type RouteContext,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { parsePathId } from '../../http/path-id.ts';
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
import type { AlertRow } from './store.ts';

const tag = 'Alerts';
const plan = 'subscription';

/** Source: decisions, section 10. */
export const alertRoutes = ({ alerts }: { readonly alerts: AlertsService }): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/alerts',
      tag,
      summary: 'List alerts with their state',
      operationId: 'listAlerts',
      access: { plan },
      responses: { 200: AlertList },
    },
    ({ site }) => ok({ alerts: alerts.list(site.id).map(presentAlert) }),
  ),
  siteEndpoint(
    {
      method: 'POST',
      path: '/sites/:id/alerts',
      tag,
      summary: 'Add an alert',
      operationId: 'createAlert',
      access: { plan },
      body: CreateAlert,
      responses: { 201: AlertAnswer },
    },
    ({ site, body }) => created({ alert: presentAlert(alerts.create(site, body)) }),
  ),
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/alerts/preview',
      tag,
      summary: 'Tell when an alert would have fired in the last 90 days',
      operationId: 'previewAlert',
      access: { plan },
      query: PreviewAlert,
      responses: { 200: PreviewAnswer },
    },
    ({ site, query, signal: client }) =>
      withDeadline(client, async signal =>
        ok({ preview: presentPreview(await alerts.preview(site, query, signal)) }),
      ),
  ),
  ...alertItemRoutes(alerts),
];

/** Endpoints of a single alert. */
function alertItemRoutes(alerts: AlertsService): Endpoint[] {
  function findAlert({ site, params }: RouteContext): AlertRow {
    if (!site) throw notFound('alert');
    return alerts.get(site.id, parsePathId(params, 'alert_id', 'alert'));
  }
  const access = { plan, check: findAlert } as const;
  return [
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id/alerts/:alert_id',
        tag,
        summary: 'Show an alert',
        operationId: 'getAlert',
        access,
        responses: { 200: AlertAnswer },
      },
      call => ok({ alert: presentAlert(findAlert(call)) }),
    ),
    siteEndpoint(
      {
        method: 'PATCH',
        path: '/sites/:id/alerts/:alert_id',
        tag,
        summary: 'Update an alert',
        operationId: 'updateAlert',
        access,
        body: UpdateAlert,
        responses: { 200: AlertAnswer },
      },
      call => ok({ alert: presentAlert(alerts.update(call.site, findAlert(call), call.body)) }),
    ),
    siteEndpoint(
      {
        method: 'DELETE',
        path: '/sites/:id/alerts/:alert_id',
        tag,
        summary: 'Delete an alert with its history',
        operationId: 'deleteAlert',
        access,
        responses: { 204: null },
      },
      call => {
        alerts.remove(findAlert(call));
        return noContent();
      },
    ),
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id/alerts/:alert_id/firings',
        tag,
        summary: 'List when an alert fired, newest first',
        operationId: 'listAlertFirings',
        access,
        query: ListFirings,
        responses: { 200: FiringList },
      },
      call => {
        const page = toPage(call.query);
        const { rows, total } = alerts.listFirings(findAlert(call), page);
        return ok({ firings: rows.map(presentFiring), pagination: presentPagination(page, total) });
      },
    ),
  ];
}
