/** Texts of the server page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const everySecond = 'every second';
export const dailyAtUtc = (twoDigits: string, twoDigits2: string) =>
  `daily at ${twoDigits}:${twoDigits2} UTC`;
export const everyMinute = 'every minute';
export const everyMinutes = (step: string) => `every ${step} minutes`;
export const everyHour = 'every hour';
export const workInTheBackground = 'Work in the background';
export const running = 'Running …';
export const runNow = 'Run now';
export const hasStarted = (name: string) => `${name} has started`;
export const utc = (schedule: string) => `${schedule} (UTC)`;
export const next = ' · next ';
export const ranTook = (startedAt: ReactNode, durationMs: string) => (
  <>
    {' · ran '}
    {startedAt}, took {durationMs}
  </>
);
export const took = (durationMs: string) => ` · took ${durationMs}`;
export const ms = (ms: number) => `${ms} ms`;
export const setUp = 'Set-up';
export const allSettingsOfTheServer = (
  <>
    <a href="/docs/self-hosting#settings">All settings of the server</a>. They are read when it starts.
  </>
);
export const mail = 'Mail';
export const notSetUp = 'not set up';
export const nobodyIsMailedWhenA = (
  <>
    Nobody is mailed when a site goes down, and lost passwords are set on the server only. Set{' '}
    <code>FOOTFALL_SMTP_URL</code>, such as <code>smtp://user:password@mail.example:587</code>, and{' '}
    <code>FOOTFALL_MAIL_FROM</code>; then restart the server.
  </>
);
export const setUpWord = 'set up';
export const failing = 'failing';
export const mailCount = (count: number) => pluralize(count, 'mail');
export const waiting = (mails: string) => ` · ${mails} waiting`;
export const theLastOneWasNot = ' · the last one was not taken: ';
export const from = (from: ReactNode, part: ReactNode, part2: ReactNode) => (
  <>
    From {from}
    {part}
    {part2}
  </>
);
export const languageModel = 'Language model';
export const theOneItsEndpointChooses = 'the one its endpoint chooses';
export const notNeededInsightsAreWritten = (
  <>
    Not needed: insights are written from the measured facts. To have a model write them, set{' '}
    <code>FOOTFALL_LLM_URL</code>, <code>FOOTFALL_LLM_MODEL</code> and <code>FOOTFALL_LLM_KEY</code>. It is
    sent sums only.
  </>
);
export const countryDatabase = 'Country database';
export const yourOwn = 'your own';
export const builtIn = 'built in';
export const made = (part: ReactNode, built: ReactNode) => (
  <>
    {part}Made {built}
  </>
);
export const aNewerOrFinerOne = (
  <>
    . A newer or finer one goes into <code>FOOTFALL_GEO_DB</code>.
  </>
);
export const signupsThatWaitForYou = 'Signups that wait for you';
export const noneAiAgentsThatAsk = 'None. AI agents that ask for an account on this server are listed here.';
export const pagesOfTheSignups = 'Pages of the signups';
export const waitsForYou = 'waits for you';
export const waitsForItsOwner = 'waits for its owner';
export const wouldLikeThePlan = (plan: string) => ` · would like the plan ${plan}`;
export const ends = (part: string, part2: ReactNode, end: ReactNode) => (
  <>
    {part}
    {part2} · ends {end}
  </>
);
export const theLinkFor = (email: string) => `the link for ${email}`;
export const mayActivateTheAccountNow = (email: string) => `${email} may activate the account now`;
export const approve = (email: string) => `Approve ${email}`;
export const approveTitle = 'Approve';
export const remove = 'Remove';
export const removeTheSignupOf = (email: string) => `Remove the signup of ${email}`;
export const removeThisSignup = 'Remove this signup?';
export const removeIt = 'Remove it';
export const theLinkThatWasGiven = (email: ReactNode) => (
  <>The link that {email} was given no longer works. An agent may ask again.</>
);
export const hitsEventsAndVisits = 'Hits, events and visits';
export const usersSitesAndSettings = 'Users, sites and settings';
export const olderGenerationsOfTheHits = 'Older generations of the hits';
export const copiesMadeBeforeUpgrades = 'Copies made before upgrades';
export const setAsideAsDamaged = 'Set aside as damaged';
export const librariesUnpackedForThisVersion = 'Libraries unpacked for this version';
export const temporary = 'Temporary';
export const otherFiles = 'Other files';
export const hits = 'Hits';
export const events = 'Events';
export const agentVisits = 'Agent visits';
export const spamHits = 'Spam hits';
export const storage = 'Storage';
export const whatTakesHowMuchOf = 'What takes how much of the data folder';
export const part = 'Part';
export const size = 'Size';
export const thatHasNotBeenDone = 'That has not been done yet.';
export const theLastWasFinished = (lastBackupAt: ReactNode) => <>The last was finished {lastBackupAt}.</>;
export const allOfItIsIn = (folder: string, part: ReactNode) => (
  <>
    All of it is in <code>{folder}</code>. A copy of that folder is a backup, whenever it is made;{' '}
    <code>footfall backup DIR</code> writes one without temporary files. {part}
  </>
);
export const server = 'Server';
export const onlyForTheOperator = 'Only for the operator';
export const thisPageIsForWhoever = 'This page is for whoever runs this server';
export const thatIsItsFirstUser = 'That is its first user.';
export const now = 'Now';
export const dayCount = (count: number) => pluralize(count, 'day');
export const askedForBy = 'asked for by';
export const inClient = 'in';
export const forSite = 'for';
export const version = 'Version';
export const runningFor = 'Running for';
export const memory = 'Memory';
export const data = 'Data';
export const users = 'Users';
export const sites = 'Sites';
