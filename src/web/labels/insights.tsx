/** Texts of the insights page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const newsletter = 'Newsletter';
export const socialMedia = 'Social media';
export const launch = 'Launch';
export const maintenance = 'Maintenance';
export const podcast = 'Podcast';
export const other = 'Other';
export const findings = 'What stood out';
export const findingsLabel = 'Findings, newest first';
export const noFindings = 'Nothing stood out in these weeks.';
export const weekOf = (days: string) => `The week in short: ${days}`;
export const moreOfWeek = 'More about this week';
export const dailySummaries = 'Daily summaries';
export const showInChart = 'Show in the chart';
export const goingOn = 'still going on';
export const continued = (days: number) => `continued for ${pluralize(days, 'more day')}`;
export const findingMeta = (day: string, importance: string, continued: string) =>
  [day, importance, continued].filter(part => part !== '').join(' · ');
export const patterns = 'Patterns';
export const bestContent = 'Best content';
export const suggestions = 'Suggestions';
export const importance = { high: 'High impact', medium: 'Medium impact', low: 'Low impact' } as const;
export const against = (fact: string, basis: string) => `vs ${fact} ${basis}`;
export const inTheseDays = 'Annotations in this period';
export const theWeekBefore = 'the week before';
export const insightsByDay = 'Insights by day';
export const insightsPager = 'Insights pagination';
export const emptyTitle = 'No insights yet';
export const nextRun = (next: ReactNode) => <>Next update {next}.</>;
export const emptyHint = (part: ReactNode) => (
  <>
    Every night, the last 7 days are compared with the 7 days before. You’ll see what stands out once the site
    gets at least 10 pageviews a week. {part}
  </>
);
export const offTitle = 'Insights are off for this site';
export const switchOnLink = 'Turn them on in the site settings';
export const ownerCanSwitchOn = 'Ask the account owner to turn them on.';
export const offHint = (link: ReactNode) => (
  <>Insights show every morning what stood out last week, and annotations mark what you did. {link}</>
);
export const noPlanTitle = 'Insights need a plan';
export const noPlanHint = (
  <>
    Insights show every morning what stood out last week. Ask the server’s operator to give the account a
    plan. <ServerLink href="/docs/insights-and-signals">Learn more about insights</ServerLink>
  </>
);
export const changeTitle = 'Edit annotation';
export const addSignal = 'Add annotation';
export const signalTitle = 'Title';
export const timeZoneHint = (timeZone: string) => `Time zone: ${timeZone}`;
export const whenMissing = 'Enter a date and time.';
export const kind = 'Type';
export const notes = 'Notes';
export const optional = 'Optional';
export const yourSignals = 'Annotations';
export const signalsHint =
  'Mark launches, newsletters and deploys on the chart. Insights take them into account.';
export const noSignals = 'No annotations yet';
export const noSignalsHint =
  'Sent a newsletter or launched a feature? Add it to see its effect on the chart.';
export const signalsPager = 'Annotations pagination';
export const changeSignal = (title: string) => `Edit: ${title}`;
export const deleteSignal = (title: string) => `Delete: ${title}`;
export const signalAdded = 'Annotation added';
export const signalChanged = 'Annotation saved';
export const signalDeleted = 'Annotation deleted';
export const usually = 'usually';
