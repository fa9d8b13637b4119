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
  'Open the link to choose a password and accept the terms. The agent never sees your password.';

export function activationMessage(
  { signup, path, needsApproval }: SignupData,
  host: string,
): TransactionalMessage {
  return {
    message: {
      subject: 'Activate your Footfall account',
      paragraphs: [
        `${displayAgent(signup, 'An')} requested an account for you at ${host}: web analytics without cookies.`,
        needsApproval
          ? 'The operator of this server needs to approve it first. We’ll email you when you can activate your account.'
          : CHOOSE_PASSWORD,
        'You start with a 14-day trial of the Pro plan.',
        formatLinkExpiry(signup),
      ],
      items: [],
      link: { text: needsApproval ? 'View status' : 'Activate account', path },
    },
    why: whyFor(host),
  };
}

export const approvalMessage = ({ signup, path }: SignupData, host: string): TransactionalMessage => ({
  message: {
    subject: 'Your Footfall account is approved',
    paragraphs: [
      `The operator of ${host} approved the account that ${displayAgent(signup, 'an')} requested for you.`,
      CHOOSE_PASSWORD,
      formatLinkExpiry(signup),
    ],
    items: [],
    link: { text: 'Activate account', path },
  },
  why: whyFor(host),
});

export const trialReminderMessage = ({ signup }: SignupData, host: string): TransactionalMessage => ({
  message: {
    subject: 'Your Footfall trial ends soon',
    paragraphs: [
      `The trial of your account at ${host} ends on ${formatTrialEnd(signup)}.`,
      'To continue, ask the operator of this server for a plan. Without one you can still sign in, but you can’t use your sites, stats and API keys. Your data is kept.',
    ],
    items: [],
    link: { text: 'Open Footfall', path: '/' },
  },
  why: 'You received this email because your account is on trial.',
});

export const trialEndMessage = ({ signup }: SignupData, host: string): TransactionalMessage => ({
  message: {
    subject: 'Your Footfall trial has ended',
    paragraphs: [
      `The trial of your account at ${host} ended on ${formatTrialEnd(signup)}.`,
      'You can still sign in, but you can’t use your sites, stats and API keys until the operator of this server gives your account a plan. Your data is kept.',
    ],
    items: [],
    link: { text: 'Open Footfall', path: '/' },
  },
  why: 'You received this email because your account was on trial.',
});

type Signup = SignupData['signup'];

const whyFor = (host: string): string =>
  `You received this email because an AI agent entered your address at ${host}.`;

const formatLinkExpiry = ({ expiresAt }: Signup): string =>
  `The link expires on ${formatDay(expiresAt, 'UTC')}. If you didn’t expect this email, ignore it: no account is created without you.`;

const formatTrialEnd = ({ trialEndsAt }: Signup): string => formatDay(trialEndsAt ?? new Date(0), 'UTC');

/** It goes to strangers: nothing in the agent's name may look like a line or a link of the mail. */
function displayAgent({ agentName }: Signup, article: 'An' | 'an'): string {
  const plain = (agentName ?? '').replace(/[^\p{L}\p{M}\p{N}'()+_-]+/gu, ' ').trim();
  const name = [...plain].slice(0, MAX_NAME_LENGTH).join('');
  return name === '' ? `${article} AI agent` : `${article} AI agent named “${name}”`;
}
