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
    A public page with the status of your monitors, the last 90 days, incidents and maintenance. Visitors can
    subscribe by email or feed. <ServerLink href="/docs/status-pages">How status pages work</ServerLink>
  </>
);
export const noPageReader = 'Ask an admin of the account to create one.';
export const createPage = 'Create status page';
export const website = 'Website';
export const title = 'Title';
export const slug = 'URL';
export const slugHint = 'Last part of the URL: lowercase letters, digits and hyphens.';
export const slugNewHint = 'Lowercase letters, digits and hyphens. Leave empty for a random one.';
export const description = 'Description';
export const enabled = 'Make the page public';
export const noindex = 'Hide from search engines';
export const showsImpact = 'Show the impact of downtime: missed pageviews and events';
export const monitors = 'Monitors on the page';
export const monitorsHint =
  'Visitors only see these names. URLs and errors stay private; showing hosts is optional.';
export const noMonitors = 'No monitors to show yet.';
export const siteAddress = 'The site’s own address';
export const shownAs = (named: string) => `Name of “${named}” on the page`;
export const showsHost = 'Show host';
export const online = 'Public';
export const offline = 'Not public';
export const pageAddress = 'the URL';
export const open = 'Open page';
export const subscribers = (count: number) =>
  count === 0 ? 'No subscribers yet' : pluralize(count, 'subscriber');
export const remove = 'Delete';
export const removePage = 'Delete status page';
export const removePageQuestion = 'Delete this status page?';
export const removePageHint = (count: number) =>
  count === 0
    ? 'Its incidents will be deleted, too.'
    : `Its incidents and ${pluralize(count, 'subscriber')} will be deleted, too.`;

export const incidents = 'Incidents';
export const noIncidents = 'No incidents';
export const noIncidentsHint =
  'Downtime shows up automatically. Report an incident for anything else, such as slow orders.';
export const openIncident = 'Report incident';
export const newIncident = 'New incident';
export const incidentTitle = 'Title';
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
export const began = (time: ReactNode) => <>Started {time}</>;
export const lasted = (from: ReactNode, to: ReactNode) => (
  <>
    {from} – {to}
  </>
);
export const removeIncidentNamed = (named: string) => `Delete ${named}`;
export const removeIncidentQuestion = 'Delete this incident?';
export const removeIncidentHint = (named: ReactNode) => <>{named} and its notes will be deleted.</>;
export const removeNote = 'Delete note';

export const downtimes = 'Downtime on the page';
export const noDowntimes = 'No downtime in the last 90 days.';
export const ongoing = 'Ongoing';
