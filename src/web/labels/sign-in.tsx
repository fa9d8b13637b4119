/** Texts of the pages before signing in. */

import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../core/limits.ts';

export const activateYourAccount = 'Activate your account';
export const activationInvalid =
  'This link opens nothing: it is older than 7 days, or the operator of this server has removed the signup.';
export const activationIncomplete = 'This address is not whole: open the link as it was sent to you.';
export const askAgentAgain = 'The agent can request the account again.';
export const signIn = 'Sign in';
export const accountExists = (email: ReactNode) => <>{email} has its account already.</>;
export const waitsForApproval =
  'The operator of this server has to approve it first. Then this page lets you choose a password: leave it open, or come back with the same link.';
export const anAiAgent = 'An AI agent';
export const namedAgent = (agent: ReactNode) => (
  <>
    The AI agent <b>{agent}</b>
  </>
);
export const requestedBy = (part: ReactNode) => <>{part} has requested an account for you.</>;
export const termsMissing = 'Accept the terms to go on.';
export const activateHint =
  'Choose your password: the agent never sees it. The first 14 days are a trial of everything in the plan pro; it ends by itself.';
export const submitActivation = 'Activate the account';
export const acceptTerms = 'I accept the terms of the operator of this server';
export const passwordHint = `${MIN_PASSWORD_LENGTH} characters or more`;
export const showPassword = 'Show it';
export const timeZoneHint = 'Where your days begin and end';
export const joinATeam = 'Join a team';
export const invitationInvalid =
  'This invitation opens nothing: it was used, taken back or replaced by a newer one, or it is older than 7 days.';
export const invitationIncomplete =
  'This address is not whole: open the link of the invitation as it was sent to you.';
export const inviteAgainHint =
  'The person who invited you can do so again; the newest mail is the one that counts.';
export const viewerHint = 'You will see its sites and their numbers, and change nothing.';
export const adminHint = 'You will see its sites and their numbers, add sites and change their settings.';
export const invitedBy = (accountName: ReactNode, roles: string) => (
  <>
    <b>{accountName}</b> has invited you. {roles}
  </>
);
export const join = 'Join';
export const yourName = 'Your name';
export const yourNameHint = 'How the others see you';
export const joinPassword = 'Password of your account here';
export const joinPasswordHint = 'Not needed in a browser in which you are signed in with this address';
export const forgotThePassword = 'Forgot the password';
export const chooseANewPassword = 'Choose a new password';
export const resetHint = 'A mail brings you a link with which you choose a new one.';
export const sendLink = 'Send the link';
export const backToSignIn = 'Back to signing in';
export const resetMailed = (to: ReactNode) => (
  <>
    If <b>{to}</b> has an account here, a mail with a link is on its way. The link is good for an hour, and
    once.
  </>
);
export const resetMailedHint =
  'Nothing after a few minutes? Look among the spam, and whether the address is right. Some mail servers let a first mail wait: it is tried again for half an hour.';
export const tryAnotherAddress = 'Try another address';
export const noMail =
  'This server sends no mail, so it cannot send you a link. Its operator can help in a minute:';
export const noMailCommand = (
  <>
    Set a new password on the server. The command reads it from its input:
    <pre>
      <code>footfall user set EMAIL --password-stdin</code>
    </pre>
  </>
);
export const noMailRelay = (
  <>
    Or give the server a mail relay with <code>FOOTFALL_SMTP_URL</code>, start it again, and come back here.
  </>
);
export const newPasswordHint =
  'It signs you in here, ends every other session, and revokes every API key: make new ones in the settings.';
export const setPassword = 'Set the password';
export const requestNewLink = 'Ask for a new link';
export const setUpFootfall = 'Set up Footfall';
export const setUpHint =
  'Choose how you sign in. You are the owner of this server and of everything it counts.';
export const submitOwner = 'Create the owner';
export const setUpIncomplete =
  'Open the whole set-up address that the server printed when it started: it ends in a token, which works once. Lost it? Start the server again, and it prints another.';
export const setUpUsed = 'This server has its owner already, and its set-up address works no more.';
export const forgotThePasswordQuestion = 'Forgot the password?';
export const firstTimeHint =
  'First time here? This server has no users yet: open the set-up address that it printed when it started.';
