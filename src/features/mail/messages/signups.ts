/** The mails to the owner of an account that an agent has signed up for. */
import { formatDay } from '../format.ts';
import type { TransactionalMessage } from '../message.ts';

export interface SignupData {
  readonly signup: {
    readonly agentName: string | null;
    readonly expiresAt: Date;
    readonly trialEndsAt: Date | null;
  };
  /** Of the link that activates; for mails that hold one. */
  readonly path: string;
  /** True: the link works once the operator has approved. */
  readonly needsApproval: boolean;
}

const MAX_NAME_LENGTH = 60;
const CHOOSE_PASSWORD =
  'Open the link to choose a password and accept the terms. Only you choose it: the agent never sees it.';

export function activationMessage(
  { signup, path, needsApproval }: SignupData,
  host: string,
): TransactionalMessage {
  return {
    message: {
      subject: 'Activate your Footfall account',
      paragraphs: [
        `${displayAgent(signup, 'An')} requests an account for you at ${host}: web analytics without cookies.`,
        needsApproval
          ? 'The operator of this server approves it first. You get another mail then, and can activate your account.'
          : CHOOSE_PASSWORD,
        'The first 14 days are a trial of everything in the plan pro.',
        formatLinkExpiry(signup),
      ],
      items: [],
      link: { text: needsApproval ? 'See its status' : 'Activate the account', path },
    },
    why: whyFor(host),
  };
}

export const approvalMessage = ({ signup, path }: SignupData, host: string): TransactionalMessage => ({
  message: {
    subject: 'Your Footfall account is approved',
    paragraphs: [
      `The operator of ${host} has approved the account that ${displayAgent(signup, 'an')} requested for you.`,
      CHOOSE_PASSWORD,
      formatLinkExpiry(signup),
    ],
    items: [],
    link: { text: 'Activate the account', path },
  },
  why: whyFor(host),
});

export const trialReminderMessage = ({ signup }: SignupData, host: string): TransactionalMessage => ({
  message: {
    subject: 'Your Footfall trial ends soon',
    paragraphs: [
      `The trial of your account at ${host} ends on ${formatTrialEnd(signup)}.`,
      'To go on, ask the operator of this server for a plan. Without one you can still sign in, but sites, figures and keys are closed; what was counted is kept.',
    ],
    items: [],
    link: { text: 'Open Footfall', path: '/' },
  },
  why: 'You get this mail since your account is on trial.',
});

export const trialEndMessage = ({ signup }: SignupData, host: string): TransactionalMessage => ({
  message: {
    subject: 'Your Footfall trial has ended',
    paragraphs: [
      `The trial of your account at ${host} ended on ${formatTrialEnd(signup)}.`,
      'You can still sign in, but sites, figures and keys are closed until the operator of this server gives the account a plan. What was counted is kept.',
    ],
    items: [],
    link: { text: 'Open Footfall', path: '/' },
  },
  why: 'You get this mail since your account was on trial.',
});

type Signup = SignupData['signup'];

const whyFor = (host: string): string =>
  `You get this mail since an agent has entered your address at ${host}.`;

const formatLinkExpiry = ({ expiresAt }: Signup): string =>
  `The link works until ${formatDay(expiresAt, 'UTC')}. If you did not expect this mail, ignore it: without you there is no account.`;

const formatTrialEnd = ({ trialEndsAt }: Signup): string => formatDay(trialEndsAt ?? new Date(0), 'UTC');

/** It goes to strangers: nothing in the agent's name may look like a line or a link of the mail. */
function displayAgent({ agentName }: Signup, article: 'An' | 'an'): string {
  const plain = (agentName ?? '').replace(/[^\p{L}\p{M}\p{N}'()+_-]+/gu, ' ').trim();
  const name = [...plain].slice(0, MAX_NAME_LENGTH).join('');
  return name === '' ? `${article} AI agent` : `${article} AI agent named “${name}”`;
}
