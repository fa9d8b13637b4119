/** Texts of the account page. */
import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../core/limits.ts';
import { pluralize } from '../../lib/english.ts';

export const you = 'You';
export const browserOnSystem = (browser: string, system: string) => `${browser} on ${system}`;
export const certificateExpires = 'A certificate is about to expire';
export const domainExpires = 'A domain is about to expire';
export const issuesFound = 'Broken links or mixed content are found';
export const newInsight = 'A daily insight is ready';
export const storageProblem = 'The server’s storage needs attention (operator only)';
export const invitationFailed = 'A team invitation couldn’t be delivered';
export const alertFires = 'An alert fires or ends';
export const channelSwitchedOff = 'A notification channel is turned off after failed deliveries';
export const webhookSwitchedOff = 'A webhook is turned off after failed deliveries';
export const mails = 'Email notifications';
export const noMail = 'Email isn’t set up on this server, so none of these are sent.';
export const mailMeWhen = 'Email me when';
export const mailReports = 'email reports';
export const mailReportsHint = (link: ReactNode) => <>For a weekly or monthly summary, see {link}</>;
export const memberships = 'Teams';
export const whereYouWork = 'Your teams';
export const noPlanHint =
  'Your own account has no plan, so it can’t have sites. You’re a member of these teams:';
export const adminHint = 'You can view and edit its sites.';
export const viewerHint = 'You can view its sites.';
export const leave = 'Leave';
export const leaveAccount = (name: string) => `Leave ${name}`;
export const leaveQuestion = 'Leave this team?';
export const leaveHint = (name: ReactNode) => (
  <>You’ll lose access to the sites of {name}. You can only rejoin with a new invitation.</>
);
export const planHint = (what: string, isOwnAccount: boolean) => (
  <>
    {what} need a plan, and {isOwnAccount ? 'your' : 'this'} account has none. Ask the server’s operator to
    run <code>footfall user set you@example.org --plan ultra</code>
  </>
);
export const passwordChanged = 'Password changed. All other sessions were signed out.';
export const changePassword = 'Change password';
export const currentPassword = 'Current password';
export const newPasswordHint = `At least ${MIN_PASSWORD_LENGTH} characters. Signs you out everywhere else.`;
export const noPlan = 'No plan';
export const zen = 'Zen';
export const pro = 'Pro';
export const ultra = 'Ultra';
export const nameHint = 'Shown to your team.';
export const emailHint = 'Used for signing in and for notifications.';
export const weeksBeginOn = 'Week starts on';
export const monday = 'Monday';
export const sunday = 'Sunday';
export const onTrialUntil = (end: string) => `, trial until ${end}`;
export const plan = (plan: string, part: ReactNode) => (
  <>
    Plan: <b>{plan}</b>
    {part}
  </>
);
export const sessionsTitle = 'Active sessions';
export const thisBrowser = 'this browser';
export const sessionDetails = (createdAt: ReactNode, lastSeenAt: ReactNode) => (
  <>
    Signed in {createdAt}, last active {lastSeenAt}
  </>
);
export const signOutBrowser = (browser: string) => `Sign out of ${browser}`;
export const signOutQuestion = 'End this session?';
export const signOutConfirm = 'End session';
export const signOutHint = (browser: string) => `${browser} will be signed out.`;
export const sessionCount = (count: number) => pluralize(count, 'session');
export const sessionsEnded = (sessions: string) => `${sessions} signed out`;
export const signOutOthers = 'Sign out all others';
export const signOutOthersQuestion = 'Sign out everywhere else?';
export const signOutOthersHint = 'Every browser except this one will be signed out.';
export const systemTheme = 'System';
export const light = 'Light';
export const dark = 'Dark';
export const appearance = 'Appearance';
export const theme = 'Theme';
export const language = 'Language';
export const languageHint = 'Saved in this browser only.';
export const browserLanguage = 'Browser default';
