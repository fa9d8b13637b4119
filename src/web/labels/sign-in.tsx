/** Texts of the pages before signing in. */

import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../core/limits.ts';

export const activateYourAccount = 'Activate your account';
export const activationInvalid =
  'This link has expired, or the server’s operator has removed the signup. Links expire after 7 days.';
export const activationIncomplete = 'This link is incomplete. Open the full link you received.';
export const askAgentAgain = 'The agent can request the account again.';
export const signIn = 'Sign in';
export const accountExists = (email: ReactNode) => <>{email} already has an account.</>;
export const waitsForApproval =
  'The operator of this server needs to approve it first. Keep this page open, or come back later with the same link, to choose a password.';
export const anAiAgent = 'An AI agent';
export const namedAgent = (agent: ReactNode) => (
  <>
    The AI agent <b>{agent}</b>
  </>
);
export const requestedBy = (part: ReactNode) => <>{part} requested an account for you.</>;
export const termsMissing = 'Accept the terms to continue.';
export const activateHint =
  'Choose a password; the agent never sees it. You start with a 14-day trial of the Pro plan, which ends automatically.';
export const submitActivation = 'Activate account';
export const acceptTerms = 'I accept the terms of this server’s operator';
export const passwordHint = `At least ${MIN_PASSWORD_LENGTH} characters`;
export const showPassword = 'Show password';
export const timeZoneHint = 'Sets when your days start and end';
export const joinATeam = 'Join a team';
export const invitationInvalid =
  'This invitation is no longer valid. It may have been used, revoked or replaced, or it’s more than 7 days old.';
export const invitationIncomplete = 'This link is incomplete. Open the full invitation link.';
export const inviteAgainHint =
  'Ask for a new invitation. If you received several emails, use the newest one.';
export const viewerHint = 'You’ll be able to view its sites.';
export const adminHint = 'You’ll be able to view, add and edit its sites.';
export const invitedBy = (accountName: ReactNode, roles: string) => (
  <>
    <b>{accountName}</b> invited you. {roles}
  </>
);
export const join = 'Join';
export const yourName = 'Your name';
export const yourNameHint = 'Shown to your team';
export const joinPassword = 'Password of your existing account';
export const joinPasswordHint = 'Not needed if you’re signed in with this email';
export const forgotThePassword = 'Reset your password';
export const chooseANewPassword = 'Choose a new password';
export const resetHint = 'We’ll email you a link to choose a new password.';
export const sendLink = 'Send link';
export const backToSignIn = 'Back to sign-in';
export const resetMailed = (to: ReactNode) => (
  <>
    If <b>{to}</b> has an account, we’ve emailed a link. It works once and expires in an hour.
  </>
);
export const resetMailedHint =
  'Nothing after a few minutes? Check your spam folder and the address. Delivery can take up to half an hour.';
export const tryAnotherAddress = 'Try another email';
export const noMail =
  'Email isn’t set up on this server, so it can’t send you a link. Ask the server’s operator to:';
export const noMailCommand = (
  <>
    Set a new password on the server. The command reads it from standard input:
    <pre>
      <code>footfall user set EMAIL --password-stdin</code>
    </pre>
  </>
);
export const noMailRelay = (
  <>
    Or set up email with <code>FOOTFALL_SMTP_URL</code> and restart the server. Then try again here.
  </>
);
export const newPasswordHint =
  'This ends all other sessions and revokes all API keys. You can create new keys in the settings.';
export const setPassword = 'Set password';
export const requestNewLink = 'Request a new link';
export const setUpFootfall = 'Set up Footfall';
export const setUpHint = 'Create the owner account for this server.';
export const submitOwner = 'Create account';
export const setUpIncomplete =
  'Open the full set-up link from the server log. It contains a token that works once. To get a new link, restart the server.';
export const setUpUsed = 'This server is already set up.';
export const forgotThePasswordQuestion = 'Forgot password?';
export const firstTimeHint = 'No account yet. Open the set-up link from the server log.';
