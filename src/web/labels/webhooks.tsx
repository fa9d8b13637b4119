/** Texts of the webhook pages. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const log = 'Log';
export const nothingSentYet = 'Nothing sent yet';
export const whatIsSentIsListed = 'What is sent is listed here for 30 days, with the answer it got.';
export const onItsWay = 'on its way';
export const attemptCount = (count: number) => pluralize(count, 'attempt');
export const answer = (code: number) => ` · answer ${code}`;
export const next = ' · next ';
export const no = (id: number, attempts: string, details: ReactNode) => (
  <>
    No. {id} · {attempts}
    {details}
  </>
);
export const sendAgainNumber = (id: number) => `Send again: number ${id}`;
export const sendAgain = 'Send again';
export const newWebhook = 'New webhook';
export const itsSigningSecret = 'Its signing secret';
export const theSigningSecret = 'the signing secret';
export const sendATest = 'send a test';
export const withItTheReceiverChecks = (link: ReactNode) => (
  <>
    With it the receiver <a href="/docs/webhooks#verifying-a-signature">checks that a message is genuine</a>.
    Next: {link}.
  </>
);
export const addTheWebhook = 'Add the webhook';
export const cancel = 'Cancel';
export const address = 'Address';
export const itIsSentAPost = 'It is sent a POST for every event. It must be reachable from the internet.';
export const format = 'Format';
export const putAllOfItAs = 'Put all of it, as one text, under “content”';
export const forReceiversThatReadNothing = 'For receivers that read nothing else.';
export const site = 'Site';
export const everySite = 'Every site';
export const tellItWhen = 'Tell it when';
export const aSiteGoesDown = 'A site goes down';
export const aSiteIsUpAgain = 'A site is up again';
export const aBrokenLinkOrMixed = 'A broken link or mixed content is found';
export const aPageGetsKudos = 'A page gets kudos';
export const aVisitorDoesSomethingYou = 'A visitor does something you count as an event';
export const aPageIsLookedAt = 'A page is looked at';
export const oneMessageForEveryHit = 'One message for every hit: for programs, not for chats.';
export const aDailyInsightIsThere = 'A daily insight is there';
export const contentIssues = 'content issues';
export const jsonForPrograms = 'JSON, for programs';
export const slack = 'Slack';
export const discord = 'Discord';
export const doesItArrive = 'Does it arrive?';
export const sending = 'Sending …';
export const sendATestTitle = 'Send a test';
export const itArrivedTheAnswerWas = (code: ReactNode) => <>It arrived: the answer was {code}</>;
export const noAnswerYetTheLog = 'No answer yet: the log below tells when there is one';
export const noAnswer = 'no answer';
export const theAnswerWas = (code: number) => `the answer was ${code}`;
export const itDidNotArrive = (error: ReactNode) => <>It did not arrive: {error}</>;
export const thisWebhook = 'This webhook';
export const webhook = 'Webhook';
export const allWebhooks = 'All webhooks';
export const whatItIsTold = 'What it is told';
export const on = 'On';
export const whileItIsOffNothing =
  'While it is off nothing is sent, and nothing is sent later for that time.';
export const signingSecret = 'Signing secret';
export const everyMessageIsSignedSo = (
  <>
    Every message is signed, so that the receiver can{' '}
    <a href="/docs/webhooks#verifying-a-signature">check that it is genuine</a>. Lost the secret? Make
    another.
  </>
);
export const makeAnotherSecret = 'Make another secret';
export const makeAnotherSigningSecret = 'Make another signing secret?';
export const makeAnother = 'Make another';
export const theOneThereIsStops =
  'The one there is stops working at once: give the receiver the new one right away.';
export const theNewSigningSecret = 'The new signing secret';
export const theWebhookIsDeleted = 'The webhook is deleted';
export const deleteThisWebhook = 'Delete this webhook';
export const deleteThisWebhookQuestion = 'Delete this webhook?';
export const deleteTheWebhook = 'Delete the webhook';
export const isToldNothingMoreAlso = (url: ReactNode) => (
  <>{url} is told nothing more, also not what still waits to be sent. Its log goes too.</>
);
export const webhooks = 'Webhooks';
export const addAWebhook = 'Add a webhook';
export const yourWebhooks = 'Your webhooks';
export const noWebhooksYet = 'No webhooks yet';
export const aWebhookIsAnAddress = (
  <>
    A webhook is an address of yours that is told at once when a site goes down, somebody gives kudos or a
    link breaks: a program, or a channel in Slack or Discord.{' '}
    <a href="/docs/webhooks">What is sent, and how to check that it is genuine</a>
  </>
);
export const everySiteWord = 'every site';
export const oneSite = 'one site';
export const toldOf = (events: string, label: ReactNode) => (
  <>
    Told of {events} · {label}
  </>
);
export const onWord = 'on';
export const off = 'off';
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
