import { withDeadline } from '../../../http/deadline.ts';
import {
  type AccountContext,
  accountEndpoint,
  created,
  type Endpoint,
  noContent,
  ok,
} from '../../../http/endpoint.ts';
import { presentPagination, toPage } from '../../../http/paging.ts';
import { parsePathId } from '../../../http/path-id.ts';
import { DeliveryAnswer, DeliveryList, ListDeliveries, presentDelivery } from '../deliveries/schema.ts';
import type { Deliveries } from '../deliveries/service.ts';
import {
  type ChannelRow,
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
export function notificationChannelRoutes(deps: ChannelRouteDeps): Endpoint[] {
  const { channels } = deps;
  return [
    accountEndpoint('GET', '/notification_channels', {
      summary: 'List notification channels',
      operationId: 'listNotificationChannels',
      access: { plan: 'subscription' },
      responses: { 200: NotificationChannelList },
      handle: ({ account }) =>
        ok({ notification_channels: channels.list(account.owner.id).map(presentChannel) }),
    }),
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
      handle: () => ok({ public_key: deps.pushKey }),
    }),
    ...channelItemRoutes(deps),
  ];
}

/** Endpoints of a single channel. */
function channelItemRoutes({ channels, deliveries }: ChannelRouteDeps): Endpoint[] {
  const findChannel = ({ account, params }: AccountContext): ChannelRow =>
    channels.get(account.owner.id, parsePathId(params, 'id', 'notification channel'));
  const access = { plan: 'subscription', check: findChannel } as const;
  return [
    accountEndpoint('GET', '/notification_channels/:id', {
      summary: 'Show a notification channel',
      operationId: 'getNotificationChannel',
      access,
      responses: { 200: NotificationChannelAnswer },
      handle: call => ok({ notification_channel: presentChannel(findChannel(call)) }),
    }),
    accountEndpoint('PATCH', '/notification_channels/:id', {
      summary: 'Update a notification channel',
      operationId: 'patchNotificationChannel',
      access,
      body: UpdateNotificationChannel,
      responses: { 200: NotificationChannelAnswer },
      handle: call =>
        withDeadline(call.signal, async () =>
          ok({ notification_channel: presentChannel(await channels.update(findChannel(call), call.body)) }),
        ),
    }),
    accountEndpoint('DELETE', '/notification_channels/:id', {
      summary: 'Delete a notification channel and what it still has to send',
      operationId: 'deleteNotificationChannel',
      access,
      responses: { 204: null },
      handle: call => {
        channels.remove(findChannel(call));
        return noContent();
      },
    }),
    accountEndpoint('POST', '/notification_channels/:id/test', {
      summary: 'Send a test at once, tried once',
      operationId: 'testNotificationChannel',
      access,
      responses: { 200: DeliveryAnswer },
      handle: async call => ok({ delivery: presentDelivery(await deliveries.test(findChannel(call))) }),
    }),
    accountEndpoint('GET', '/notification_channels/:id/deliveries', {
      summary: 'List deliveries: those under way, and the newest 1,000 of the last 30 days',
      operationId: 'listNotificationDeliveries',
      access,
      query: ListDeliveries,
      responses: { 200: DeliveryList },
      handle: async call => {
        const page = toPage(call.query);
        const { rows, total } = await deliveries.list(findChannel(call).id, page);
        return ok({ deliveries: rows.map(presentDelivery), pagination: presentPagination(page, total) });
      },
    }),
  ];
}
