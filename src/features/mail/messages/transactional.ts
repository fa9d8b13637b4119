/** The table of mails that are sent once, to one address, because of something that was done. */
import type { TransactionalMessage } from '../message.ts';
import { type InvitationData, invitationMessage } from './invitation.ts';
import {
  activationMessage,
  approvalMessage,
  type SignupData,
  trialEndMessage,
  trialReminderMessage,
} from './signups.ts';

/** The data that each kind is written from. */
export interface TransactionalData {
  readonly invitation: InvitationData;
  readonly password_reset: { readonly path: string };
  readonly signup_activation: SignupData;
  readonly signup_approval: SignupData;
  readonly signup_trial_reminder: SignupData;
  readonly signup_trial_end: SignupData;
  readonly test: null;
}

export type TransactionalKind = keyof TransactionalData;

/** Creates the message of each kind; `host` is that of this server. */
export const TRANSACTIONAL_MESSAGES: {
  readonly [Kind in TransactionalKind]: (data: TransactionalData[Kind], host: string) => TransactionalMessage;
} = {
  invitation: invitationMessage,
  password_reset: ({ path }) => ({
    message: {
      subject: 'A new password for Footfall',
      paragraphs: [
        'A new password for your account was requested. If that was you, choose one within the hour: the link works once.',
        'Choosing a new password ends every session and revokes every API key of the account.',
        'If it was not you, there is nothing to do: your password stays as it is.',
      ],
      items: [],
      link: { text: 'Choose a new password', path },
    },
    why: 'You get this mail because a new password for your account was requested.',
  }),
  signup_activation: activationMessage,
  signup_approval: approvalMessage,
  signup_trial_reminder: trialReminderMessage,
  signup_trial_end: trialEndMessage,
  test: (_, host) => ({
    message: {
      subject: 'A test mail of Footfall',
      paragraphs: ['The mail relay works: this mail was sent by `footfall mail test`.'],
      items: [],
      link: { text: 'Open Footfall', path: '/' },
    },
    why: `You get this mail because the operator of ${host} sent a test to your address.`,
  }),
};
