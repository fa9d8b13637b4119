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
import { type SiteTransferData, siteTransferMessage } from './site-transfer.ts';

/** The data that each kind is written from. */
export interface TransactionalData {
  readonly invitation: InvitationData;
  readonly site_transfer: SiteTransferData;
  readonly password_reset: { readonly path: string };
  readonly signup_activation: SignupData;
  readonly signup_approval: SignupData;
  readonly signup_trial_reminder: SignupData;
  readonly signup_trial_end: SignupData;
  readonly status_subscription: TransactionalMessage;
  readonly test: null;
  readonly test_alert: null;
}

export type TransactionalKind = keyof TransactionalData;

/** Creates the message of each kind; `host` is that of this server. */
export const TRANSACTIONAL_MESSAGES: {
  readonly [Kind in TransactionalKind]: (data: TransactionalData[Kind], host: string) => TransactionalMessage;
} = {
  invitation: invitationMessage,
  site_transfer: siteTransferMessage,
  password_reset: ({ path }) => ({
    message: {
      subject: 'Reset your Footfall password',
      paragraphs: [
        'Someone requested a new password for your account. If it was you, choose one with the link below. It works once and expires in an hour.',
        'Choosing a new password ends all sessions and revokes all API keys of your account.',
        'If it wasn’t you, ignore this email. Your password stays the same.',
      ],
      items: [],
      link: { text: 'Choose a new password', path },
    },
    why: 'You received this email because a new password for your account was requested.',
  }),
  signup_activation: activationMessage,
  signup_approval: approvalMessage,
  signup_trial_reminder: trialReminderMessage,
  signup_trial_end: trialEndMessage,
  // Written by status pages, in the language of their reader.
  status_subscription: message => message,
  test: (_, host) => ({
    message: {
      subject: 'Footfall test email',
      paragraphs: ['Email works: this message was sent by `footfall mail test`.'],
      items: [],
      link: { text: 'Open Footfall', path: '/' },
    },
    why: `You received this email because the operator of ${host} sent a test to your address.`,
  }),
  test_alert: () => ({
    message: {
      subject: 'Test alert from Footfall',
      paragraphs: [
        'This is a test. You’ll get alerts about your sites at this address: when a site goes down or is back up, before a certificate or domain expires, and anything else you’ve chosen.',
      ],
      items: [],
      link: { text: 'Choose your alerts', path: '/settings/account' },
    },
    why: 'You received this email because you requested a test alert.',
  }),
};
