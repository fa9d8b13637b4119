/** Texts of the server page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const everySecond = 'every second';
export const dailyAtUtc = (twoDigits: string, twoDigits2: string) =>
  `daily at ${twoDigits}:${twoDigits2} UTC`;
export const everyMinute = 'every minute';
export const everyMinutes = (step: string) => `every ${step} minutes`;
export const everyHour = 'every hour';
export const jobsTitle = 'Work in the background';
export const running = 'Running …';
export const runNow = 'Run now';
export const jobStarted = (name: string) => `${name} has started`;
export const utc = (schedule: string) => `${schedule} (UTC)`;
export const lastRun = (startedAt: ReactNode, durationMs: string) => (
  <>
    {' · ran '}
    {startedAt}, took {durationMs}
  </>
);
export const took = (durationMs: string) => ` · took ${durationMs}`;
export const ms = (ms: number) => `${ms} ms`;
export const setUpTitle = 'Set-up';
export const allSettings = (
  <>
    <a href="/docs/self-hosting#settings">All settings of the server</a>. They are read when it starts.
  </>
);
export const mail = 'Mail';
export const notSetUp = 'not set up';
export const noMailHint = (
  <>
    No mail is sent when a site goes down, and lost passwords can only be reset on the server. Set{' '}
    <code>FOOTFALL_SMTP_URL</code>, such as <code>smtp://user:password@mail.example:587</code>, and{' '}
    <code>FOOTFALL_MAIL_FROM</code>; then restart the server.
  </>
);
export const setUp = 'set up';
export const failing = 'failing';
export const mailCount = (count: number) => pluralize(count, 'mail');
export const waiting = (mails: string) => ` · ${mails} waiting`;
export const lastMailFailed = ' · the last one was not taken: ';
export const mailDetails = (from: ReactNode, part: ReactNode, part2: ReactNode) => (
  <>
    From {from}
    {part}
    {part2}
  </>
);
export const languageModel = 'Language model';
export const defaultModel = 'the one its endpoint chooses';
export const noModelHint = (
  <>
    Not needed: insights are written from the measured facts. To have a model write them, set{' '}
    <code>FOOTFALL_LLM_URL</code>, <code>FOOTFALL_LLM_MODEL</code> and <code>FOOTFALL_LLM_KEY</code>. It is
    sent sums only.
  </>
);
export const countryDatabase = 'Country database';
export const builtIn = 'built in';
export const made = (part: ReactNode, built: ReactNode) => (
  <>
    {part}Made {built}
  </>
);
export const countryDatabaseHint = (
  <>
    . A newer or finer one goes into <code>FOOTFALL_GEO_DB</code>.
  </>
);
export const signupsTitle = 'Signups that wait for you';
export const noSignups = 'None. AI agents that ask for an account on this server are listed here.';
export const signupsPager = 'Pages of the signups';
export const waitsForOperator = 'waits for you';
export const waitsForItsOwner = 'waits for its owner';
export const wantedPlan = (plan: string) => ` · would like the plan ${plan}`;
export const ends = (part: string, part2: ReactNode, end: ReactNode) => (
  <>
    {part}
    {part2} · ends {end}
  </>
);
export const linkName = (email: string) => `the link for ${email}`;
export const approved = (email: string) => `${email} may activate the account now`;
export const approveSignup = (email: string) => `Approve ${email}`;
export const approve = 'Approve';
export const removeSignup = (email: string) => `Remove the signup of ${email}`;
export const removeQuestion = 'Remove this signup?';
export const removeConfirm = 'Remove it';
export const removeHint = (email: ReactNode) => (
  <>The link that {email} was given no longer works. An agent may ask again.</>
);
export const hitFiles = 'Hits, events and visits';
export const configurationFiles = 'Users, sites and settings';
export const olderSnapshots = 'Older generations of the hits';
export const upgradeCopies = 'Copies made before upgrades';
export const damagedFiles = 'Set aside as damaged';
export const runtimeLibraries = 'Libraries unpacked for this version';
export const temporary = 'Temporary';
export const otherFiles = 'Other files';
export const spamHits = 'Spam hits';
export const storage = 'Storage';
export const storageLabel = 'What takes how much of the data folder';
export const part = 'Part';
export const size = 'Size';
export const noBackup = 'That has not been done yet.';
export const lastBackup = (lastBackupAt: ReactNode) => <>The last was finished {lastBackupAt}.</>;
export const folderHint = (folder: string, part: ReactNode) => (
  <>
    All of it is in <code>{folder}</code>. A copy of that folder is a backup, whenever it is made;{' '}
    <code>footfall backup DIR</code> writes one without temporary files. {part}
  </>
);
export const onlyOperator = 'Only for the operator';
export const notOperatorTitle = 'This page is for the operator of this server';
export const notOperatorHint = 'That is its first user.';
export const now = 'Now';
export const requestedBy = 'requested by';
export const inClient = 'in';
export const forSite = 'for';
export const version = 'Version';
export const runningFor = 'Running for';
export const memory = 'Memory';
export const users = 'Users';
