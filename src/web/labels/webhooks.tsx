/** Texts of the webhook pages. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const log = 'Log';
export const noDeliveries = 'Nothing sent yet';
export const noDeliveriesHint = 'What is sent is listed here for 30 days, with the answer it got.';
export const onItsWay = 'on its way';
export const attemptCount = (count: number) => pluralize(count, 'attempt');
export const answer = (code: number) => ` · answer ${code}`;
export const deliveryDetails = (id: number, attempts: string, details: ReactNode) => (
  <>
    No. {id} · {attempts}
    {details}
  </>
);
export const sendAgainNumber = (id: number) => `Send again: number ${id}`;
export const sendAgain = 'Send again';
export const newWebhook = 'New webhook';
export const newSecretTitle = 'Its signing secret';
export const secretName = 'the signing secret';
export const sendTestLink = 'send a test';
export const newSecretHint = (link: ReactNode) => (
  <>
    With it the receiver <a href="/docs/webhooks#verifying-a-signature">checks that a message is genuine</a>.
    Next: {link}.
  </>
);
export const submitWebhook = 'Add the webhook';
export const addressHint = 'It is sent a POST for every event. It must be reachable from the internet.';
export const format = 'Format';
export const asContent = 'Put all of it, as one text, under “content”';
export const asContentHint = 'For receivers that read nothing else.';
export const everySite = 'Every site';
export const eventsLegend = 'Send a message when';
export const issueFound = 'A broken link or mixed content is found';
export const newKudo = 'A page gets kudos';
export const newEvent = 'A visitor does something you count as an event';
export const newHit = 'A page is viewed';
export const newHitHint = 'One message for every hit: for programs, not for chats.';
export const newInsight = 'A daily insight is there';
export const contentIssues = 'content issues';
export const json = 'JSON, for programs';
export const slack = 'Slack';
export const discord = 'Discord';
export const testTitle = 'Does it arrive?';
export const sendTest = 'Send a test';
export const testArrived = (code: ReactNode) => <>It arrived: the answer was {code}</>;
export const testPending = 'No answer yet: it appears in the log below';
export const noAnswer = 'no answer';
export const answerWas = (code: number) => `the answer was ${code}`;
export const testFailed = (error: ReactNode) => <>It did not arrive: {error}</>;
export const thisWebhook = 'This webhook';
export const webhook = 'Webhook';
export const allWebhooks = 'All webhooks';
export const settingsTitle = 'What is sent';
export const on = 'On';
export const onHint = 'While it is off nothing is sent, and nothing is sent later for that time.';
export const signingSecret = 'Signing secret';
export const secretHint = (
  <>
    Every message is signed, so that the receiver can{' '}
    <a href="/docs/webhooks#verifying-a-signature">check that it is genuine</a>. Lost the secret? Make
    another.
  </>
);
export const makeAnotherSecret = 'Make another secret';
export const makeAnotherQuestion = 'Make another signing secret?';
export const makeAnother = 'Make another';
export const makeAnotherHint =
  'The one there is stops working at once: give the receiver the new one right away.';
export const newSecretName = 'The new signing secret';
export const deleted = 'The webhook is deleted';
export const deleteTitle = 'Delete this webhook';
export const deleteQuestion = 'Delete this webhook?';
export const deleteConfirm = 'Delete the webhook';
export const deleteHint = (url: ReactNode) => (
  <>Nothing more is sent to {url}, not even what still waits. Its log is deleted too.</>
);
export const addWebhook = 'Add a webhook';
export const yourWebhooks = 'Your webhooks';
export const noWebhooks = 'No webhooks yet';
export const emptyHint = (
  <>
    A webhook is an address of yours that gets a message at once when a site goes down, a page gets kudos or a
    link breaks: a program, or a channel in Slack or Discord.{' '}
    <a href="/docs/webhooks">What is sent, and how to check that it is genuine</a>
  </>
);
export const ofEverySite = 'every site';
export const ofOneSite = 'one site';
export const eventsOf = (events: string, label: ReactNode) => (
  <>
    {events} · {label}
  </>
);
export const isOn = 'on';
export const isOff = 'off';
export const switchedOff = (reason: string) => `switched off: ${reason}`;
export const down = 'down';
export const up = 'up';
export const kudos = 'kudos';
export const events = 'events';
export const hits = 'hits';
export const insights = 'insights';
export const test = 'test';
export const arrived = 'arrived';
export const failed = 'failed';
