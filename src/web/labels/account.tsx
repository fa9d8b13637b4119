/** Texts of the account page. */
import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../core/limits.ts';
import { pluralize } from '../../lib/english.ts';

export const you = 'You';
export const browserOnSystem = (browser: string, system: string) => `${browser} on ${system}`;
export const certificateExpires = 'A certificate is about to run out';
export const domainExpires = 'A domain is about to run out';
export const issuesFound = 'A check of the pages finds broken links or mixed content';
export const newInsight = 'A day has an insight';
export const storageProblem = 'The storage of this server needs attention (for its operator)';
export const invitationFailed = 'An invitation to your team could not be mailed';
export const webhookSwitchedOff = 'A webhook is switched off because nothing arrives';
export const mails = 'Mails';
export const mailMeWhen = 'Mail me when';
export const mailReports = 'mail reports';
export const mailReportsHint = (link: ReactNode) => <>A week or a month as one mail: {link}</>;
export const memberships = 'Accounts you are a member of';
export const whereYouWork = 'Where you work';
export const noPlanHint =
  'Your own account has no plan, so that it has no sites. You work on those of others:';
export const adminHint = 'You may change them.';
export const viewerHint = 'You may see them.';
export const leave = 'Leave';
export const leaveAccount = (name: string) => `Leave the account of ${name}`;
export const leaveQuestion = 'Leave this account?';
export const leaveHint = (name: ReactNode) => (
  <>You no longer see the sites of {name}. To come back you have to be invited again.</>
);
export const thisLabel = 'this';
export const planHint = (what: string, part: string) => (
  <>
    {what} come with a plan, and {part} account has none. The operator of this server gives one:{' '}
    <code>footfall user set you@example.org --plan ultra</code>
  </>
);
export const passwordChanged = 'The password is changed, and every other session has ended';
export const changePassword = 'Change the password';
export const currentPassword = 'Current password';
export const newPasswordHint = `At least ${MIN_PASSWORD_LENGTH} characters. Every other session ends.`;
export const noPlan = 'No plan of your own';
export const zen = 'Zen';
export const pro = 'Pro';
export const ultra = 'Ultra';
export const nameHint = 'As people in your team see you.';
export const emailHint = 'You sign in with it, and mails go there.';
export const weeksBeginOn = 'Weeks begin on';
export const monday = 'Monday';
export const sunday = 'Sunday';
export const onTrialUntil = (end: string) => `, on trial until ${end}`;
export const plan = (plan: string, part: ReactNode) => (
  <>
    Plan: <b>{plan}</b>
    {part}
  </>
);
export const sessionsTitle = 'Where you are signed in';
export const thisBrowser = 'this browser';
export const sessionDetails = (createdAt: ReactNode, lastSeenAt: ReactNode) => (
  <>
    Signed in {createdAt}, last seen {lastSeenAt}
  </>
);
export const signOutBrowser = (browser: string) => `Sign out ${browser}`;
export const signOutQuestion = 'Sign that browser out?';
export const signOutConfirm = 'Sign it out';
export const signOutHint = (browser: string) => `${browser} has to sign in again to go on.`;
export const sessionCount = (count: number) => pluralize(count, 'session');
export const sessionsEnded = (sessions: string) => `${sessions} ended`;
export const signOutOthers = 'Sign out all others';
export const signOutOthersQuestion = 'Sign out everywhere else?';
export const signOutOthersHint = 'Every browser but this one has to sign in again.';
export const systemTheme = 'As this device has it';
export const light = 'Light';
export const dark = 'Dark';
export const appearance = 'Appearance';
export const theme = 'Theme';
