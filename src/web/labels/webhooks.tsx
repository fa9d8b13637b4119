/** Texts of the webhook pages. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const log = 'Delivery log';
export const noDeliveries = 'No deliveries yet';
export const noDeliveriesHint = 'Deliveries of the last 30 days are listed here with their response.';
export const onItsWay = 'pending';
export const attemptCount = (count: number) => pluralize(count, 'attempt');
export const answer = (code: number) => ` · response ${code}`;
export const deliveryDetails = (id: number, attempts: string, details: ReactNode) => (
  <>
    #{id} · {attempts}
    {details}
  </>
);
export const sendAgainNumber = (id: number) => `Resend delivery ${id}`;
export const sendAgain = 'Resend';
export const newWebhook = 'New webhook';
export const newSecretTitle = 'Signing secret';
export const secretName = 'signing secret';
export const sendTestLink = 'send a test';
export const newSecretHint = (link: ReactNode) => (
  <>
    Use it to{' '}
    <ServerLink href="/docs/webhooks#verifying-a-signature">verify that a message is genuine</ServerLink>.
    Next: {link}.
  </>
);
export const addressHint = 'Receives a POST request for each event. Must be reachable from the internet.';
export const format = 'Format';
export const asContent = 'Send as a single text field (“content”)';
export const asContentHint = 'For receivers that only read this field.';
export const everySite = 'All sites';
export const eventsLegend = 'Events';
export const issueFound = 'Broken link or mixed content';
export const newKudo = 'Kudos';
export const newEvent = 'Custom event';
export const goalReached = 'Goal reached';
export const goals = 'Goals';
export const newHit = 'Pageview';
export const newHitHint = 'One message per pageview. Not recommended for chats.';
export const newInsight = 'Daily insight';
export const contentIssues = 'content issues';
export const json = 'JSON';
export const slack = 'Slack';
export const discord = 'Discord';
export const testTitle = 'Test';
export const sendTest = 'Send a test alert';
export const sendTestTo = (channel: string) => `Send a test alert to ${channel}`;
export const testMailed = (email: string) => `Sent to ${email}`;
export const testArrived = (code: ReactNode) => <>Delivered, response {code}</>;
export const testHandedOver = 'Queued';
export const testPending = 'No response yet. It’ll appear in the log below.';
export const noAnswer = 'no response';
export const answerWas = (code: number) => `response ${code}`;
export const testFailed = (error: ReactNode) => <>Delivery failed: {error}</>;
export const thisWebhook = 'Webhook';
export const webhook = 'Webhook';
export const allWebhooks = 'All webhooks';
export const settingsTitle = 'Settings';
export const on = 'Enabled';
export const onHint = 'While off, events aren’t sent, and won’t be sent later.';
export const signingSecret = 'Signing secret';
export const secretHint = (
  <>
    Messages are signed so that receivers can{' '}
    <ServerLink href="/docs/webhooks#verifying-a-signature">verify them</ServerLink>. Lost the secret? Create
    a new one.
  </>
);
export const makeAnotherSecret = 'Create new secret';
export const makeAnotherQuestion = 'Create a new signing secret?';
export const makeAnotherHint =
  'The current secret stops working immediately. Update the receiver right away.';
export const newSecretName = 'new signing secret';
export const deleted = 'Webhook deleted';
export const deleteTitle = 'Delete webhook';
export const deleteQuestion = 'Delete this webhook?';
export const deleteHint = (url: ReactNode) => (
  <>Nothing more will be sent to {url}, including pending deliveries. The log is deleted too.</>
);
export const addWebhook = 'Add webhook';
export const yourWebhooks = 'Your webhooks';
export const noWebhooks = 'No webhooks yet';
export const emptyHint = (
  <>
    Get notified in Slack, Discord or your own program when a site goes down, a page gets kudos or a link
    breaks. <ServerLink href="/docs/webhooks">How webhooks work</ServerLink>
  </>
);
export const ofEverySite = 'all sites';
export const ofOneSite = 'one site';
export const eventsOf = (events: string, label: ReactNode) => (
  <>
    {events} · {label}
  </>
);
export const isOn = 'on';
export const isOff = 'off';
export const switchedOff = (reason: string) => `turned off: ${reason}`;
export const down = 'down';
export const up = 'up';
export const kudos = 'kudos';
export const events = 'events';
export const hits = 'pageviews';
export const insights = 'insights';
export const test = 'test';
export const arrived = 'delivered';
export const failed = 'failed';
