/** Texts of the team page. */
import type { ReactNode } from 'react';

export const viewer = 'Viewer';
export const viewerHint = 'Sees every site, and changes nothing.';
export const admin = 'Admin';
export const adminHint = 'Also adds, changes and deletes sites, and sets up webhooks.';
export const inviteTitle = 'Invite a member';
export const linkTitle = 'The link of the invitation';
export const linkName = 'the link';
export const invite = 'Invite';
export const role = 'Role';
export const mailedTo = (email: ReactNode) => (
  <>
    The invitation goes to {email} by mail; its status is shown below. Its link is good for 7 days, and works
    once.
  </>
);
export const done = 'Done';
export const alsoMailedTo = (email: ReactNode) => <>It goes to {email} by mail too.</>;
export const sendYourself = (email: ReactNode) => (
  <>Send it to {email} yourself: this server sends no mail.</>
);
export const linkValidity = (part: ReactNode) => <>{part} It is good for 7 days, and works once.</>;
export const since = (email: ReactNode, since: ReactNode) => (
  <>
    {email} · since {since}
  </>
);
export const removeMember = (email: string) => `Remove ${email}`;
export const removeQuestion = 'Remove this member?';
export const removeConfirm = 'Remove from the team';
export const removeHint = (email: ReactNode) => (
  <>{email} no longer sees your sites. To come back they have to be invited again.</>
);
export const anAdmin = 'an admin';
export const aViewer = 'a viewer';
export const roleChanged = (email: string, part: string) => `${email} is ${part} now`;
export const roleOf = (email: string) => `Role of ${email}`;
export const mailOnItsWay = 'the mail is on its way';
export const invitedAs = (part: string, end: ReactNode, part2: ReactNode) => (
  <>
    as {part} · the link ends {end}
    {part2}
  </>
);
export const mailFailed = (mailError: ReactNode) => (
  <>The mail could not be delivered: {mailError}. Check the address and invite it again.</>
);
export const takeBack = 'Take back';
export const takeBackInvitation = (email: string) => `Take back the invitation of ${email}`;
export const takeBackQuestion = 'Take this invitation back?';
export const takeBackConfirm = 'Take it back';
export const takeBackHint = (email: ReactNode) => <>The link that {email} was given no longer works.</>;
export const notOwner = 'This account belongs to another user: its owner decides who is in the team.';
export const noPlanTitle = 'Your own team';
export const noPlanHint =
  'In a team, others see your sites with a sign-in of their own: viewers only see, admins also change. It comes with the plan Ultra. The operator of this server gives it:';
export const planCommand = (email: string) => `footfall user set ${email} --plan ultra`;
export const members = 'Members';
export const invitedTitle = 'Invited, and not there yet';
export const noMembers = 'Nobody but you';
export const noMembersHint =
  'Invite those who should see your sites: viewers see everything, admins also change sites and settings. Only you can invite or remove members.';
export const mailed = 'mailed';
