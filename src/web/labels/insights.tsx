/** Texts of the insights page. */
import type { ReactNode } from 'react';

export const newsletter = 'Newsletter';
export const socialMedia = 'Social media';
export const launch = 'Launch';
export const maintenance = 'Maintenance';
export const content = 'Content';
export const podcast = 'Podcast';
export const other = 'Other';
export const whatStoodOutTheMost = 'What stood out, the most important first';
export const moreOfThisDay = 'More of this day';
export const patterns = 'Patterns';
export const bestContent = 'Best content';
export const whatYouCouldDo = 'What you could do';
export const importance = (importanceScore: string) => `Importance ${importanceScore}`;
export const against = (fact: string, basis: string) => `against ${fact} ${basis}`;
export const inTheseDays = 'In these days';
export const theWeekBefore = 'the week before';
export const insights = 'Insights';
export const insightsByDay = 'Insights by day';
export const pagesOfTheInsights = 'Pages of the insights';
export const theFirstInsightIsStill = 'The first insight is still to come';
export const theNextLookIs = (next: ReactNode) => <>The next look is {next}.</>;
export const everyNightTheLastSeven = (part: ReactNode) => (
  <>
    Every night the last seven days are compared with the seven before. Once a week has ten hits, what stands
    out is told here. {part}
  </>
);
export const insightsAreOffForThis = 'Insights are off for this site';
export const switchThemOnInThe = 'Switch them on in the site’s settings';
export const theOwnerOfTheAccount = 'The owner of the account can switch them on.';
export const insightsTellEveryMorningWhat = (link: ReactNode) => (
  <>Insights tell every morning what stands out about the last week, and signals note what you did. {link}</>
);
export const insightsArePartOfA = 'Insights are part of a subscription';
export const withOneFootfallTellsEvery = (
  <>
    With one, Footfall tells every morning what stands out about the last week. Whoever runs this server can
    give the account a plan. <a href="/docs/insights-and-signals">More on insights</a>
  </>
);
export const changeTheSignal = 'Change the signal';
export const addASignal = 'Add a signal';
export const save = 'Save';
export const addTheSignal = 'Add the signal';
export const whatHappened = 'What happened';
export const when = 'When';
export const inTheTimeOf = (timeZone: string) => `In the time of ${timeZone}`;
export const aDateAndATime = 'A date and a time are needed.';
export const kind = 'Kind';
export const notes = 'Notes';
export const optional = 'Optional';
export const yourSignals = 'Your signals';
export const thingsYouDidThatNumbers =
  'Things you did that numbers cannot know. They appear as flags on the chart, and insights take them into account.';
export const noSignalsYet = 'No signals yet';
export const sentANewsletterMovedThe =
  'Sent a newsletter, moved the site, gave a talk? Note it, and the next peak explains itself.';
export const pagesOfTheSignals = 'Pages of the signals';
export const change = (title: string) => `Change: ${title}`;
export const deleteLabel = (title: string) => `Delete: ${title}`;
export const signalAdded = 'Signal added';
export const signalChanged = 'Signal changed';
export const signalDeleted = 'Signal deleted';
export const thisField = 'This ';
export const usually = 'usually';
