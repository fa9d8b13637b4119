import { type AccountContext, accepted, accountEndpoint, type Endpoint, ok } from '../../../http/endpoint.ts';
import { presentPagination, toPage } from '../../../http/paging.ts';
import { parsePathId } from '../../../http/path-id.ts';
import type { FindWebhook } from '../routes.ts';
import { DeliveryAnswer, DeliveryList, ListDeliveries, presentDelivery } from './schema.ts';
import type { Deliveries } from './service.ts';
import type { DeliveryRow } from './store.ts';

/** Source: decisions, section 4, Webhooks. */
export function deliveryRoutes(deps: {
  readonly deliveries: Deliveries;
  /** Finds the webhook that a path names. */
  readonly findWebhook: FindWebhook;
}): Endpoint[] {
  const { deliveries, findWebhook } = deps;
  const findDelivery = (call: AccountContext): DeliveryRow =>
    deliveries.get(findWebhook(call).id, parsePathId(call.params, 'delivery_id', 'delivery'));
  const access = { plan: 'subscription', check: findWebhook } as const;

  return [
    accountEndpoint('POST', '/webhooks/:id/test', {
      summary: 'Send a test event at once, tried once',
      operationId: 'testWebhook',
      access,
      responses: { 200: DeliveryAnswer },
      handle: async call => ok({ delivery: presentDelivery(await deliveries.test(findWebhook(call))) }),
    }),
    accountEndpoint('GET', '/webhooks/:id/deliveries', {
      summary: 'List deliveries: those under way, and the newest 1,000 of the last 30 days',
      operationId: 'listDeliveries',
      access,
      query: ListDeliveries,
      responses: { 200: DeliveryList },
      handle: async call => {
        const page = toPage(call.query);
        const { rows, total } = await deliveries.list(findWebhook(call).id, page);
        return ok({
          deliveries: rows.map(presentDelivery),
          pagination: presentPagination(page, total),
        });
      },
    }),
    accountEndpoint('POST', '/webhooks/:id/deliveries/:delivery_id/redeliver', {
      summary: 'Send a delivery once more, under the same id',
      operationId: 'redeliver',
      access: { ...access, check: findDelivery },
      responses: { 202: DeliveryAnswer },
      handle: call =>
        accepted({ delivery: presentDelivery(deliveries.redeliver(findWebhook(call), findDelivery(call))) }),
    }),
  ];
}
