/** Texts of the server page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const everySecond = 'every second';
export const dailyAtUtc = (twoDigits: string, twoDigits2: string) =>
  `daily at ${twoDigits}:${twoDigits2} UTC`;
export const everyMinute = 'every minute';
export const everyMinutes = (step: string) => `every ${step} minutes`;
export const everyHour = 'every hour';
export const jobsTitle = 'Background jobs';
export const jobsWithoutFailure = (count: number) =>
  pluralize(count, 'job runs without errors', 'jobs run without errors');
export const running = 'Running…';
export const runNow = 'Run now';
export const jobStarted = (name: string) => `${name} started`;
export const utc = (schedule: string) => `${schedule} (UTC)`;
export const lastRun = (startedAt: ReactNode, durationMs: string) => (
  <>
    {' · last run '}
    {startedAt}, took {durationMs}
  </>
);
export const took = (durationMs: string) => ` · took ${durationMs}`;
export const ms = (ms: number) => `${ms} ms`;
export const setUpTitle = 'Configuration';
export const allSettings = (
  <>
    <ServerLink href="/docs/settings">All server settings</ServerLink>. Changes apply after a restart.
  </>
);
export const mail = 'Email';
export const notSetUp = 'not set up';
export const noMailHint = (
  <>
    Without email, alerts can’t be sent and passwords can only be reset on the server. Set{' '}
    <code>FOOTFALL_SMTP_URL</code>, e.g. <code>smtp://user:password@mail.example:587</code>, and{' '}
    <code>FOOTFALL_MAIL_FROM</code>, then restart the server.
  </>
);
export const setUp = 'set up';
export const failing = 'failing';
export const mailCount = (count: number) => pluralize(count, 'email');
export const waiting = (mails: string) => ` · ${mails} queued`;
export const lastMailFailed = ' · last delivery failed: ';
export const mailDetails = (from: ReactNode, part: ReactNode, part2: ReactNode) => (
  <>
    From {from}
    {part}
    {part2}
  </>
);
export const languageModel = 'Language model';
export const defaultModel = 'default of the endpoint';
export const noModelHint = (
  <>
    Optional: insights work without one. To have a model write them, set <code>FOOTFALL_LLM_URL</code>,{' '}
    <code>FOOTFALL_LLM_MODEL</code> and <code>FOOTFALL_LLM_KEY</code>. It only receives aggregated data.
  </>
);
export const countryDatabase = 'Country database';
export const builtIn = 'built in';
export const ownDatabase = 'your own';
export const made = (part: ReactNode, built: ReactNode) => (
  <>
    {part}Built {built}
  </>
);
export const countryDatabaseHint = (
  <>
    . To use another database, set <code>FOOTFALL_GEO_DB</code>.
  </>
);
export const certificate = 'Certificate';
export const byAuthority = 'renewed automatically';
export const byFiles = 'from files';
export const certificateDetails = (hosts: ReactNode, until: ReactNode) => (
  <>
    For {hosts}, valid until {until}
  </>
);
export const renewalFailed = ' · renewal failed: ';
export const signupsTitle = 'Pending signups';
export const noSignups =
  'No pending signups. When an AI agent requests an account on this server, it’s listed here.';
export const signupsPager = 'Signups pagination';
export const waitsForOperator = 'needs your approval';
export const waitsForItsOwner = 'waiting for its owner';
export const wantedPlan = (plan: string) => ` · requested plan: ${plan}`;
export const ends = (part: string, part2: ReactNode, end: ReactNode) => (
  <>
    {part}
    {part2} · expires {end}
  </>
);
export const linkName = (email: string) => `link for ${email}`;
export const approved = (email: string) => `${email} can now activate the account`;
export const approveSignup = (email: string) => `Approve ${email}`;
export const approve = 'Approve';
export const removeSignup = (email: string) => `Remove the signup of ${email}`;
export const removeQuestion = 'Remove this signup?';
export const removeConfirm = 'Remove signup';
export const removeHint = (email: ReactNode) => (
  <>The link sent to {email} will stop working. An agent can request the account again.</>
);
export const hitFiles = 'Pageviews, events and visits';
export const configurationFiles = 'Users, sites and settings';
export const olderSnapshots = 'Older snapshots';
export const upgradeCopies = 'Backups made before upgrades';
export const damagedFiles = 'Damaged files set aside';
export const runtimeLibraries = 'Unpacked libraries';
export const temporary = 'Temporary';
export const otherFiles = 'Other files';
export const spamHits = 'Quarantined pageviews';
export const storage = 'Storage';
export const storageLabel = 'Size of the data folder by part';
export const part = 'Contents';
export const size = 'Size';
export const noBackup = 'No backup yet.';
export const lastBackup = (lastBackupAt: ReactNode) => <>Last backup {lastBackupAt}.</>;
export const folderHint = (folder: string, part: ReactNode) => (
  <>
    All data is in <code>{folder}</code>. To back it up, copy this folder at any time or run{' '}
    <code>footfall backup DIR</code>, which skips temporary files. {part}
  </>
);
export const onlyOperator = 'Operator only';
export const notOperatorTitle = 'Only the server’s operator can see this page';
export const notOperatorHint = 'That’s the first user of this server.';
export const now = 'Now';
export const requestedBy = 'requested by';
export const inClient = 'in';
export const forSite = 'for';
export const version = 'Version';
export const runningFor = 'Uptime';
export const memory = 'Memory';
export const users = 'Users';
