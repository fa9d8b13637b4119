/** Texts of the insights page. */
import type { ReactNode } from 'react';

export const newsletter = 'Newsletter';
export const socialMedia = 'Social media';
export const launch = 'Launch';
export const maintenance = 'Maintenance';
export const podcast = 'Podcast';
export const other = 'Other';
export const findingsLabel = 'What stood out, the most important first';
export const moreOfDay = 'More of this day';
export const patterns = 'Patterns';
export const bestContent = 'Best content';
export const suggestions = 'What you could do';
export const importance = (importanceScore: string) => `Importance ${importanceScore}`;
export const against = (fact: string, basis: string) => `against ${fact} ${basis}`;
export const inTheseDays = 'In these days';
export const theWeekBefore = 'the week before';
export const insightsByDay = 'Insights by day';
export const insightsPager = 'Pages of the insights';
export const emptyTitle = 'The first insight is still to come';
export const nextRun = (next: ReactNode) => <>The next comparison is {next}.</>;
export const emptyHint = (part: ReactNode) => (
  <>
    Every night the last seven days are compared with the seven before. Once a week has ten hits, what stands
    out is shown here. {part}
  </>
);
export const offTitle = 'Insights are off for this site';
export const switchOnLink = 'Switch them on in the site’s settings';
export const ownerCanSwitchOn = 'The owner of the account can switch them on.';
export const offHint = (link: ReactNode) => (
  <>Insights show every morning what stands out about the last week, and signals note what you did. {link}</>
);
export const noPlanTitle = 'Insights are part of a subscription';
export const noPlanHint = (
  <>
    With one, Footfall shows every morning what stands out about the last week. The operator of this server
    can give the account a plan. <a href="/docs/insights-and-signals">More on insights</a>
  </>
);
export const changeTitle = 'Change the signal';
export const addSignal = 'Add a signal';
export const submitSignal = 'Add the signal';
export const signalTitle = 'What happened';
export const timeZoneHint = (timeZone: string) => `In the time of ${timeZone}`;
export const whenMissing = 'A date and a time are needed.';
export const kind = 'Kind';
export const notes = 'Notes';
export const optional = 'Optional';
export const yourSignals = 'Your signals';
export const signalsHint =
  'Things you did that numbers cannot know. They appear as flags on the chart, and insights take them into account.';
export const noSignals = 'No signals yet';
export const noSignalsHint =
  'Sent a newsletter, moved the site, gave a talk? Note it, and the next peak explains itself.';
export const signalsPager = 'Pages of the signals';
export const changeSignal = (title: string) => `Change: ${title}`;
export const deleteSignal = (title: string) => `Delete: ${title}`;
export const signalAdded = 'Signal added';
export const signalChanged = 'Signal changed';
export const signalDeleted = 'Signal deleted';
export const thisField = 'This ';
export const usually = 'usually';
