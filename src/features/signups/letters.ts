/** What the owner of a signup is mailed. */
import type { DirectLetter } from '../mail/transactional.ts';
import type { SignupRow } from './store.ts';
import type { SignupMail } from './tables.ts';

const MAX_NAME_LENGTH = 60;

/** Where a mail leads, and how it is with the signup. */
export interface Reading {
  /** A link that activates; for mails that hold one. */
  readonly path: string;
  /** True: the link works once the operator has approved. */
  readonly needsApproval: boolean;
  readonly baseUrl: string;
}

type Words = Pick<DirectLetter, 'message' | 'why'>;

const LETTERS: Readonly<Record<SignupMail, (signup: SignupRow, reading: Reading) => Words>> = {
  activation: (signup, { path, needsApproval, baseUrl }) => ({
    message: {
      subject: 'Activate your Footfall account',
      paragraphs: [
        `${agentOf(signup)} asks for an account for you at ${new URL(baseUrl).host}: web analytics without cookies.`,
        needsApproval
          ? 'Whoever runs this server approves it first. You get another mail then, and can activate your account.'
          : 'Open the link to choose a password and accept the terms. Only you choose it: the agent never sees it.',
        'The first 14 days are a trial of everything in the plan pro.',
        `The link works until ${dayOf(signup.expiresAt)}. If you know nothing of this, do nothing: without you there is no account.`,
      ],
      items: [],
      link: { text: needsApproval ? 'See how it stands' : 'Activate the account', path },
    },
    why: whyOf(baseUrl),
  }),
  approval: (signup, { path, baseUrl }) => ({
    message: {
      subject: 'Your Footfall account is approved',
      paragraphs: [
        `Whoever runs ${new URL(baseUrl).host} has approved the account that ${agentOf(signup, 'an')} asked for.`,
        'Open the link to choose a password and accept the terms. Only you choose it: the agent never sees it.',
        `The link works until ${dayOf(signup.expiresAt)}. If you know nothing of this, do nothing: without you there is no account.`,
      ],
      items: [],
      link: { text: 'Activate the account', path },
    },
    why: whyOf(baseUrl),
  }),
  trial_reminder: ({ trialEndsAt }, { baseUrl }) => ({
    message: {
      subject: 'Your Footfall trial ends soon',
      paragraphs: [
        `The trial of your account at ${new URL(baseUrl).host} ends on ${dayOf(trialEndsAt)}.`,
        'To go on, ask whoever runs this server for a plan. Without one you can still sign in, but sites, figures and keys are closed; what was counted is kept.',
      ],
      items: [],
      link: { text: 'Open Footfall', path: '/' },
    },
    why: 'You get this mail since your account is on trial.',
  }),
  trial_end: ({ trialEndsAt }, { baseUrl }) => ({
    message: {
      subject: 'Your Footfall trial has ended',
      paragraphs: [
        `The trial of your account at ${new URL(baseUrl).host} ended on ${dayOf(trialEndsAt)}.`,
        'You can still sign in, but sites, figures and keys are closed until whoever runs this server gives the account a plan. What was counted is kept.',
      ],
      items: [],
      link: { text: 'Open Footfall', path: '/' },
    },
    why: 'You get this mail since your account was on trial.',
  }),
};

/** The mail of that kind about a signup, to its owner. */
export const signupLetter = (kind: SignupMail, signup: SignupRow, reading: Reading): DirectLetter => ({
  to: signup.email,
  kind: `signup_${kind}`,
  ...LETTERS[kind](signup, reading),
  baseUrl: reading.baseUrl,
});

const whyOf = (baseUrl: string): string =>
  `You get this mail since an agent has entered your address at ${new URL(baseUrl).host}.`;

/** `10 March 2026`. */
const dayOf = (instant: Date | null): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(instant ?? 0);

/** It goes to strangers: nothing that the agent has called itself may look like a line or a link of the mail. */
function agentOf({ agentName }: SignupRow, article: 'An' | 'an' = 'An'): string {
  const plain = (agentName ?? '').replace(/[^\p{L}\p{M}\p{N}'()+_-]+/gu, ' ').trim();
  const name = [...plain].slice(0, MAX_NAME_LENGTH).join('');
  return name === '' ? `${article} AI agent` : `${article} AI agent named “${name}”`;
}
