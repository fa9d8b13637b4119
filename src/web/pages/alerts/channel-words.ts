import type { Static } from '@sinclair/typebox';
import type {
  CreatedNotificationChannel,
  NotificationChannelList,
} from '../../../features/webhooks/notification-channels/schema.ts';

export type ChannelList = Static<typeof NotificationChannelList>;
export type Channel = ChannelList['notification_channels'][number];
export type CreatedChannel = Static<typeof CreatedNotificationChannel>;

export const CHANNELS_PATH = '/notification_channels';
