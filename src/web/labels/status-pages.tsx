/** Texts of the page where a status page is set up and incidents are written. */
import type { ReactNode } from 'react';
import type { IncidentStatus } from '../../core/status-pages.ts';
import { pluralize } from '../../lib/english.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const statusPage = 'Status page';
export const titleOf = (named: string) => `${named} status`;
export const thisGroup = 'Group';
export const noPage = 'No status page yet';
export const noPageHint = (
  <>
    A public page that shows whether your monitors are up, their last 90 days, maintenance, and what you write
    about incidents. Visitors can follow it by email and feed.{' '}
    <ServerLink href="/docs/status-pages">How status pages work</ServerLink>
  </>
);
export const noPageReader = 'Ask an admin of the account to create one.';
export const createPage = 'Create status page';
export const website = 'Website';
export const title = 'Title';
export const slug = 'Address';
export const slugHint = 'The last part of its address: lowercase letters, digits and hyphens.';
export const slugNewHint =
  'Lowercase letters, digits and hyphens. Leave empty for one that can’t be guessed.';
export const description = 'Description';
export const enabled = 'Anyone can open the page';
export const noindex = 'Ask search engines not to list it';
export const showsImpact = 'Show what a downtime cost: page views and events';
export const monitors = 'Monitors on the page';
export const monitorsHint =
  'Only the names below are shown. Addresses and errors never are, hosts only if you choose so.';
export const noMonitors = 'There are no monitors to show yet.';
export const siteAddress = 'The site’s own address';
export const shownAs = (named: string) => `Name of “${named}” on the page`;
export const showsHost = 'Show its host';
export const online = 'Public';
export const offline = 'Not public';
export const pageAddress = 'the address';
export const open = 'Open the page';
export const subscribers = (count: number) =>
  count === 0 ? 'No subscribers yet' : pluralize(count, 'subscriber');
export const remove = 'Delete';
export const removePage = 'Delete status page';
export const removePageQuestion = 'Delete this status page?';
export const removePageHint = (count: number) =>
  count === 0
    ? 'Its incidents are deleted with it.'
    : `Its incidents and ${pluralize(count, 'subscriber')} are deleted with it.`;

export const incidents = 'Incidents';
export const noIncidents = 'No incidents';
export const noIncidentsHint =
  'Downtimes show up by themselves. Open an incident for what no monitor sees, such as slow orders.';
export const openIncident = 'Open incident';
export const newIncident = 'New incident';
export const incidentTitle = 'What’s wrong';
export const message = 'Message';
export const messageHint = 'Plain text, shown to everyone.';
export const status = 'Status';
export const statuses: Readonly<Record<IncidentStatus, string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};
export const affected = 'Affected monitors';
export const affects = (names: string) => `Affects ${names}`;
export const notify = 'Email subscribers';
export const addNote = 'Add note';
export const addNoteTo = (named: string) => `Add note to ${named}`;
export const resolve = 'Resolve';
export const resolveNamed = (named: string) => `Resolve ${named}`;
export const began = (time: ReactNode) => <>Began {time}</>;
export const lasted = (from: ReactNode, to: ReactNode) => (
  <>
    {from} – {to}
  </>
);
export const removeIncidentNamed = (named: string) => `Delete ${named}`;
export const removeIncidentQuestion = 'Delete this incident?';
export const removeIncidentHint = (named: ReactNode) => <>{named} and its notes are deleted.</>;
export const removeNote = 'Delete note';

export const downtimes = 'Downtimes on the page';
export const noDowntimes = 'No downtimes in the last 90 days.';
export const ongoing = 'Ongoing';
