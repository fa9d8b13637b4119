import { withDeadline } from '../../../http/deadline.ts';
import { accountEndpoint, created, type Endpoint, ok } from '../../../http/endpoint.ts';
import { presentPagination, toPage } from '../../../http/paging.ts';
import { resource } from '../../../http/resource.ts';
import { DeliveryAnswer, DeliveryList, ListDeliveries, presentDelivery } from '../deliveries/schema.ts';
import type { Deliveries } from '../deliveries/service.ts';
import {
  CreatedNotificationChannel,
  CreateNotificationChannel,
  NotificationChannelAnswer,
  NotificationChannelList,
  presentChannel,
  UpdateNotificationChannel,
  WebPushKey,
} from './schema.ts';
import type { NotificationChannelsService } from './service.ts';

interface ChannelRouteDeps {
  readonly channels: NotificationChannelsService;
  readonly deliveries: Pick<Deliveries, 'test' | 'list'>;
  /** The public key of this server for web push. */
  readonly pushKey: string;
}

/** Source: decisions, section 10. */
export function notificationChannelRoutes({ channels, deliveries, pushKey }: ChannelRouteDeps): Endpoint[] {
  const { endpoints, access, find } = resource({
    scope: 'account',
    name: 'notification channel',
    path: '/notification_channels/:id',
    access: { plan: 'subscription' },
    find: ({ account }, id) => channels.get(account.owner.id, id),
    present: presentChannel,
    answer: NotificationChannelAnswer,
    list: { answer: NotificationChannelList, run: ({ account }) => channels.list(account.owner.id) },
    change: {
      summary: 'Update a notification channel',
      body: UpdateNotificationChannel,
      run: (channel, { body, signal }) => withDeadline(signal, () => channels.update(channel, body)),
    },
    remove: {
      summary: 'Delete a notification channel and what it still has to send',
      run: channels.remove,
    },
  });
  return [
    ...endpoints,
    accountEndpoint('POST', '/notification_channels', {
      summary: 'Add a notification channel',
      operationId: 'createNotificationChannel',
      access: { plan: 'subscription' },
      body: CreateNotificationChannel,
      responses: { 201: CreatedNotificationChannel },
      handle: ({ account, body, signal }) =>
        withDeadline(signal, async () => {
          const channel = await channels.create(account.owner.id, body);
          return created({
            notification_channel: presentChannel(channel),
            signing_secret: channel.secret === '' ? null : channel.secret,
          });
        }),
    }),
    accountEndpoint('GET', '/notification_channels/web_push_key', {
      summary: 'Show the public key with which a browser subscribes to web push',
      operationId: 'getWebPushKey',
      access: { plan: 'subscription' },
      responses: { 200: WebPushKey },
      handle: () => ok({ public_key: pushKey }),
    }),
    accountEndpoint('POST', '/notification_channels/:id/test', {
      summary: 'Send a test at once, tried once',
      operationId: 'testNotificationChannel',
      access,
      responses: { 200: DeliveryAnswer },
      handle: async call => ok({ delivery: presentDelivery(await deliveries.test(find(call))) }),
    }),
    accountEndpoint('GET', '/notification_channels/:id/deliveries', {
      summary: 'List deliveries: those under way, and the newest 1,000 of the last 30 days',
      operationId: 'listNotificationDeliveries',
      access,
      query: ListDeliveries,
      responses: { 200: DeliveryList },
      handle: async call => {
        const page = toPage(call.query);
        const { rows, total } = await deliveries.list(find(call).id, page);
        return ok({ deliveries: rows.map(presentDelivery), pagination: presentPagination(page, total) });
      },
    }),
  ];
}
