/** Texts of the team page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const viewer = 'Viewer';
export const viewerHint = 'Can view all sites.';
export const admin = 'Admin';
export const adminHint = 'Can also add, edit and delete sites, and manage webhooks.';
export const inviteTitle = 'Invite a member';
export const linkTitle = 'Invitation link';
export const linkName = 'invitation link';
export const invite = 'Invite';
export const role = 'Role';
export const mailedTo = (email: ReactNode) => (
  <>The invitation is being emailed to {email}. The link works once and expires in 7 days.</>
);
export const done = 'Done';
export const alsoMailedTo = (email: ReactNode) => <>It’s also being emailed to {email}.</>;
export const sendYourself = (email: ReactNode) => (
  <>Email isn’t set up, so send this link to {email} yourself.</>
);
export const linkValidity = (part: ReactNode) => <>{part} It works once and expires in 7 days.</>;
export const since = (email: ReactNode, since: ReactNode) => (
  <>
    {email} · since {since}
  </>
);
export const removeMember = (email: string) => `Remove ${email}`;
export const removeQuestion = 'Remove this member?';
export const removeConfirm = 'Remove from team';
export const removeHint = (email: ReactNode) => (
  <>{email} will lose access to your sites and can only rejoin with a new invitation.</>
);
export const anAdmin = 'an admin';
export const aViewer = 'a viewer';
export const roleChanged = (email: string, part: string) => `${email} is now ${part}`;
export const roleOf = (email: string) => `Role of ${email}`;
export const mailOnItsWay = 'email sending';
export const invitedAs = (part: string, end: ReactNode, part2: ReactNode) => (
  <>
    as {part} · expires {end}
    {part2}
  </>
);
export const mailFailed = (mailError: ReactNode) => (
  <>Couldn’t deliver the email: {mailError}. Check the address and invite again.</>
);
export const takeBack = 'Revoke';
export const takeBackInvitation = (email: string) => `Revoke the invitation of ${email}`;
export const takeBackQuestion = 'Revoke this invitation?';
export const takeBackConfirm = 'Revoke invitation';
export const takeBackHint = (email: ReactNode) => <>The link sent to {email} will stop working.</>;
export const notOwner = 'Only the owner of this account can manage its team.';
export const noPlanTitle = 'Your own team';
export const noPlanHint =
  'Invite others to your sites: viewers can look, admins can also make changes. Teams need the Ultra plan. Ask the server’s operator to run:';
export const planCommand = (email: string) => `footfall user set ${email} --plan ultra`;
export const members = 'Members';
export const invitedTitle = 'Pending invitations';
export const noMembers = 'Just you';
export const noMembersHint =
  'Invite people to your sites: viewers can see everything, admins can also change sites and settings. Only you can manage members.';
export const mailed = 'emailed';
export const accessLegend = 'Sites';
export const allSites = 'All sites';
export const allSitesHint = 'And everything account-wide.';
export const someSites = 'Some sites';
export const sitesLegend = 'Which sites';
export const sectionsLegend = 'Visible sections';
export const everything = 'Everything';
export const someSections = 'Some sections';
export const changeAccess = 'Change sites';
export const changeAccessOf = (email: string) => `Change sites of ${email}`;
export const accessChanged = (email: string) => `Access of ${email} changed`;
export const siteCount = (count: number) => pluralize(count, 'site');
export const sectionCount = (count: number) => pluralize(count, 'section');
