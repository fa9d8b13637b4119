/** Texts of the page of monitors and maintenance windows. */
import type { ReactNode } from 'react';
import type { LeftOutReason, MonitorKind, Weekday } from '../../core/monitors.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const monitors = 'Monitors';
export const addMonitor = 'Add monitor';
export const newMonitor = 'New monitor';
export const siteAddress = 'The site’s own address';
export const noMonitors = 'No monitors yet';
export const noMonitorsHint = (
  <>
    Watch other pages and hosts, ports, DNS records, and jobs such as backups.{' '}
    <ServerLink href="/docs/monitoring#more-monitors">How monitors work</ServerLink>
  </>
);
export const kind = 'Type';
export const kinds: Readonly<Record<MonitorKind, string>> = {
  http: 'URL',
  tcp: 'TCP port',
  dns: 'DNS record',
  heartbeat: 'Heartbeat (cron job, backup)',
};
export const name = 'Name';
export const url = 'URL';
export const method = 'Method';
export const expectedStatus = 'Expected status';
export const expectedStatusHint = 'Such as 200 or 200, 401. Default: 200–299.';
export const keyword = 'Text in the response';
export const keywordHint = 'Plain text in the first 256 KB. Leave empty to skip.';
export const keywordCondition = 'The text must be';
export const keywordConditions = { present: 'present', absent: 'absent' } as const;
export const headers = 'Request headers';
export const headersHint = 'One per line, such as Authorization: Bearer … Hidden once saved.';
export const headersKept = 'Leave empty to keep the stored ones.';
export const body = 'Request body';
export const host = 'Host';
export const port = 'Port';
export const recordType = 'Record type';
export const expectedValue = 'Expected value';
export const expectedValueHint = 'At least one record must match. Leave empty to accept any.';
export const periodMinutes = 'Expected every (minutes)';
export const graceMinutes = 'Grace period (minutes)';
export const heartbeatTitle = 'Call this URL at the end of your job:';
export const heartbeatWhat = 'the URL';
export const renewAddress = 'Regenerate URL';
export const edit = 'Edit';
export const history = 'History';
export const pause = 'Pause';
export const resume = 'Resume';
export const paused = 'Paused';
export const unknown = 'Not checked';
export const checked = (ago: ReactNode) => <>checked {ago}</>;
export const uptime = (percent: string) => `uptime ${percent}`;
export const remove = 'Delete';
export const removeNamed = (named: string) => `Delete ${named}`;
export const removeMonitorQuestion = 'Delete this monitor?';
export const removeMonitorHint = (named: ReactNode) => <>{named} and its history will be deleted.</>;

export const automatic = 'added automatically';
export const keep = 'Keep';
export const exclude = 'Exclude';
export const excludeNamed = (named: string) => `Exclude ${named}`;
export const excludeQuestion = 'Exclude this page?';
export const excludeHint = (named: ReactNode) => (
  <>{named} won’t be monitored or added again. Its history will be deleted.</>
);
export const watchedPages = 'Most visited pages';
export const watchedPagesHint = (
  <>
    Monitor the pages with the most visitors of the last 7 days. They’re chosen once a day; a page is dropped
    after a week out of the list.{' '}
    <ServerLink href="/docs/monitoring#most-visited-pages">How pages are chosen</ServerLink>
  </>
);
export const watchedCount = 'Pages to monitor';
export const watchedNone = 'None';
export const excludedPaths = 'Excluded paths';
export const excludedPathsHint = 'One per line, such as /login or /account/**.';
export const renewed = (ago: ReactNode) => <>Chosen {ago}.</>;
export const soonChosen = 'The pages are chosen within a minute.';
export const leftOut = 'Visited often, but not monitored:';
export const leftOutReasons: Readonly<Record<LeftOutReason, string>> = {
  not_found: 'not found (404)',
  failing: 'doesn’t respond properly',
  redirected: 'redirects to another page',
  monitored: 'already has your own monitor',
  no_room: 'the site has 100 monitors already',
};

export const windows = 'Maintenance windows';
export const noWindows = 'No maintenance planned';
export const noWindowsHint = 'In a maintenance window, failures don’t count as downtime and send no email.';
export const addWindow = 'Plan maintenance';
export const windowKind = 'When';
export const windowKinds = { once: 'Once', weekly: 'Every week' } as const;
export const startsAt = 'Starts';
export const endsAt = 'Ends';
export const inYourZone = (zone: string) => `Time zone: ${zone}`;
export const weekdays: Readonly<Record<Weekday, string>> = {
  sunday: 'Sunday',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
};
export const onDays = 'On';
export const startTime = 'Starts at';
export const durationMinutes = 'Minutes';
export const active = 'Now';
export const next = (at: ReactNode) => <>next: {at}</>;
export const last = (at: ReactNode) => <>last: {at}</>;
export const over = 'over';
export const weekly = (days: string, time: string, minutes: number) => `${days}, ${time}, ${minutes} min`;
export const removeWindowQuestion = 'Delete this maintenance window?';
export const removeWindowHint = (named: ReactNode) => (
  <>{named} will be deleted. Failures during past maintenance stay hidden.</>
);
