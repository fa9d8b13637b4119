/** Texts of the pages of alerts and notification channels. */
import type { ReactNode } from 'react';
import type { AlertKind, TrafficKind } from '../../core/alerts.ts';
import type { ChannelKind } from '../../core/notification-channels.ts';
import { formatNumber, pluralize } from '../../lib/english.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const alerts = 'Alerts';
export const newAlert = 'New alert';
export const addAlert = 'Add alert';
export const noAlerts = 'No alerts yet';
export const noAlertsHint = (
  <>
    Get notified when traffic spikes, drops or stops, your site goes down or a link breaks.{' '}
    <ServerLink href="/docs/alerts">How alerts work</ServerLink>
  </>
);
export const sentTo = (link: ReactNode) => <>Alerts are sent to your {link}.</>;
export const channelsLink = 'notification channels';
export const watches = 'Alert me when…';
export const alertKinds: Readonly<Record<AlertKind, string>> = {
  spike: 'Traffic spike',
  drop: 'Traffic drop',
  silence: 'No pageviews',
  goal: 'Goal conversions',
  monitor: 'Site down',
  broken_link: 'Broken links',
};
export const states = { ok: 'Not firing', firing: 'Firing', learning: 'Learning' } as const;
export const percentMore = 'Percent more than usual';
export const percentLess = 'Percent less than usual';
export const window = 'Time window';
export const windowHint = 'On small sites, use a longer window to avoid false alarms.';
export const goal = 'Goal';
export const noGoalYet = 'There’s no goal yet.';
export const addGoal = 'Add a goal';
export const goalChange = 'Trigger';
export const goalChanges: Readonly<Record<TrafficKind, string>> = {
  drop: 'Fewer conversions than usual',
  spike: 'More conversions than usual',
  silence: 'No conversions',
};
export const goalWindowHint = 'For rare goals, use a longer window to avoid false alarms.';
export const hoursWithoutConversion = 'Hours without a conversion';
export const silentHours = 'Hours without a pageview';
/** A time in hours, and from two days on in days. */
export const hourCount = (hours: number) =>
  hours >= 48 && hours % 24 === 0 ? pluralize(hours / 24, 'day', 'days') : pluralize(hours, 'hour', 'hours');
export const alertNameHint = 'Helps you tell alerts of the same kind apart.';
export const toAllChannels = 'Send to all notification channels';
export const noChannelYet = 'There’s no notification channel yet: alerts are recorded, but not sent.';
export const addFirstChannel = 'Add a notification channel';
export const previewLoading = 'Looking at the last 90 days…';
export const previewTooYoung =
  'Not enough history yet: the alert needs three weeks of traffic to learn what’s usual.';
export const wouldHaveFired = (count: number, days: number) =>
  count === 0
    ? `Wouldn’t have fired in the last ${days} days.`
    : `Would have fired ${count === 1 ? 'once' : `${formatNumber(count)} times`} in the last ${days} days:`;
export const firesOnSpike = (percent: number, hours: number) =>
  `At least ${formatNumber(percent)}% more pageviews than usual within ${hourCount(hours)}`;
export const firesOnDrop = (percent: number, hours: number) =>
  `At least ${formatNumber(percent)}% fewer pageviews than usual within ${hourCount(hours)}`;
export const firesOnSilence = (hours: number) => `No pageviews for ${hourCount(hours)}`;
export const unknownGoal = 'Goal';
export const firesOnGoalSpike = (goal: string, percent: number, hours: number) =>
  `${goal}: at least ${formatNumber(percent)}% more conversions than usual within ${hourCount(hours)}`;
export const firesOnGoalDrop = (goal: string, percent: number, hours: number) =>
  `${goal}: at least ${formatNumber(percent)}% fewer conversions than usual within ${hourCount(hours)}`;
export const firesOnGoalSilence = (goal: string, hours: number) =>
  `${goal}: no conversions for ${hourCount(hours)}`;
export const firesOnMonitor = 'Your site goes down';
export const firesOnBrokenLink = 'New broken links are found';
export const hitsInsteadOf = (views: string, expected: string, hours: number) =>
  `${views} pageviews within ${hourCount(hours)}, usually about ${expected}`;
export const conversionsInsteadOf = (conversions: string, expected: string, hours: number) =>
  `${conversions} conversions within ${hourCount(hours)}, usually about ${expected}`;
export const silentFor = (hours: number) => `No pageviews for ${hourCount(hours)}`;
export const causes = {
  site_down: 'No pageviews: the site was down',
  script_missing: 'No pageviews although the site was up: the tracking code was missing or blocked',
  unknown: 'No pageviews. Turn on uptime monitoring to learn whether the site was down.',
} as const;
export const linkCount = (count: number) => pluralize(count, 'new broken link', 'new broken links');
export const history = 'History';
export const neverFired = 'This alert has never fired.';
export const stillFiring = 'still firing';
export const lasted = (duration: string) => `lasted ${duration}`;
export const notSent = 'muted';
export const mutedUntil = (time: string) => `muted until ${time}`;
export const muteADay = 'Mute for a day';
export const unmute = 'Unmute';
export const deleteAlert = 'Delete';
export const editNamed = (name: string) => `Edit ${name}`;
export const deleteNamed = (name: string) => `Delete ${name}`;
export const deleteAlertQuestion = 'Delete this alert?';
export const deleteAlertHint = (name: ReactNode) => <>{name} and its history will be deleted.</>;

export const yourChannels = 'Your notification channels';
export const newChannel = 'New notification channel';
export const addChannel = 'Add channel';
export const edit = 'Edit';
export const noChannels = 'No notification channels yet';
export const noChannelsHint = (
  <>
    Get alerts by email, in a chat or on your phone.{' '}
    <ServerLink href="/docs/alerts#notification-channels">How to connect each</ServerLink>
  </>
);
export const channelKind = 'Service';
export const channelKinds: Readonly<Record<ChannelKind, string>> = {
  mail: 'Email',
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  teams: 'Microsoft Teams',
  gotify: 'Gotify',
  pushover: 'Pushover',
  matrix: 'Matrix',
  web_push: 'This browser',
};
export const channelFields: Readonly<Record<string, string>> = {
  email: 'Email address',
  url: 'Address',
  bot_token: 'Bot token',
  chat_id: 'Chat ID',
  topic: 'Topic',
  token: 'Access token',
  user_key: 'User key',
  room_id: 'Room ID',
};
/** By kind and field. */
export const fieldHints: Readonly<Record<string, string>> = {
  'mail email': 'Your own, or a team member’s',
  'telegram bot_token': 'From @BotFather',
  'telegram chat_id': 'Chat number, or @name of a channel',
  'telegram url': 'Only for your own Bot API server',
  'ntfy topic': 'Pick one that’s hard to guess: anyone who knows it can read your alerts',
  'ntfy token': 'Only for a protected topic',
  'ntfy url': 'Only for your own server',
  'teams url': 'From the workflow “Post to a channel when a webhook request is received”',
  'gotify token': 'Application token',
  'pushover token': 'Application API token',
  'pushover url': 'Only for your own proxy',
  'matrix url': 'Your homeserver',
  'matrix room_id': 'Internal room ID, from the room’s settings',
};
export const pushHint =
  'This browser shows notifications even while Footfall is closed. On an iPhone or iPad, add Footfall to the home screen first.';
export const pushUnsupported = 'This browser can’t show push notifications.';
export const pushDenied =
  'This browser doesn’t allow notifications from this page. Allow them in its settings and try again.';
export const pushFailed = (reason: string) => `Couldn’t subscribe: ${reason}`;
export const keptSecret = 'Leave empty to keep it';
export const channelNameHint = 'Such as “Phone” or “On call”';
export const quietHours = 'Quiet hours';
export const quietHoursHint = 'Notifications wait until quiet hours end. In your time zone.';
export const quietFrom = 'From';
export const quietUntil = 'Until';
export const exceptDowns = 'Send downtime alerts immediately';
export const quietFromUntil = (from: string, until: string) => `quiet from ${from} to ${until}`;
export const deleteChannel = 'Delete';
export const deleteChannelQuestion = 'Delete this notification channel?';
export const deleteChannelHint = (name: ReactNode) => (
  <>Nothing more will be sent to {name}, including what is still waiting.</>
);
