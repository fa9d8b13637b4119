/** Texts of the pages of funnels and of paths. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const funnels = 'Funnels';
export const paths = 'Paths';
export const ways = 'Paths through the site';
export const newFunnel = 'New funnel';
export const editFunnel = 'Edit';
export const allFunnels = 'Funnels of this site';
export const emptyTitle = 'No funnels yet';
export const emptyHint =
  'A funnel is a sequence of steps, such as cart, checkout and order. It shows how many visitors take each step, and where the others go. It covers past visits, too.';
export const noVisitors = 'No visitor reached the first step in this period';
export const removeFunnel = 'Remove this funnel?';
export const removeHint = 'Its steps are deleted. Your data is kept.';
export const download = 'Download CSV';
export const steps = 'Steps';
export const step = (number: number) => `Step ${number}`;
export const readTo = (share: string) => `Read to ${share}`;
export const wentOn = (visitors: string, share: string) => `${visitors} continued (${share})`;
export const typicalTime = (duration: string) => `half of them within ${duration}`;
export const lost = (visitors: string, share: string) => `${visitors} dropped off (${share})`;
export const noneLost = 'Everyone continued';
export const whereTheyWent = 'Where they went next';
export const endedVisit = 'Ended their visit';
export const conversion = (share: ReactNode) => <>{share} reached the last step</>;
export const ofVisitors = (first: string, all: string) =>
  `${first} of ${all} visitors reached the first step`;
export const rules = (order: string, minutes: number | null) =>
  minutes === null ? order : `${order} · within ${pluralize(minutes, 'minute')}`;
export const loose = 'Other pages allowed between steps';
export const strict = 'No other pages between steps';

export const nameExample = 'Order';
export const order = 'Between steps';
export const looseHint = 'Visitors may view other pages in between.';
export const strictHint =
  'Visitors must go straight from one step to the next. Events in between don’t matter.';
export const withinMinutes = 'Time limit in minutes';
export const withinHint = 'From first to last step. Leave empty for no limit.';
export const kind = 'Step type';
export const kindPage = 'Page is viewed';
export const kindEvent = 'Event is sent';
export const kindDepth = 'Page is read';
export const pagePath = 'Page';
export const pageHint = '* matches anything except a slash, ** matches anything: /docs/**';
export const eventName = 'Event';
export const depth = 'Scrolled to, in percent';
export const stepName = 'Name of the step';
export const stepNameHint = 'Defaults to its page or event.';
export const addStep = 'Add a step';
export const removeStep = (number: number) => `Remove step ${number}`;
export const moveStepUp = (number: number) => `Move step ${number} up`;
export const moveStepDown = (number: number) => `Move step ${number} down`;

export const startPage = 'Page to start from';
export const startHint = 'Every visit';
export const startEvent = 'Event to start from';
export const show = 'Show';
export const direction = 'Direction';
export const after = 'Forward';
export const beforeIt = 'Backward';
export const startOfFlow = 'Start';
export const firstPage = 'From the first page of each visit';
export const lastPage = 'Back from the last page of each visit';
export const otherPages = 'Other pages';
export const ended = 'Visit ended';
export const begun = 'Visit began here';
export const goBack = (path: string) => `Back to before ${path}`;
export const clickHint = 'Click a page to follow only the visits that went there.';
export const noVisits = 'No visits took this path in this period';
export const countedFrom = (time: string) =>
  `Only since ${time}: earlier days have too many pageviews to show.`;

export const segmentsBeside = 'Segments side by side';
export const segmentAt = (number: number) => `Segment ${number}`;
export const allVisitors = 'All visitors shown';
export const noSegments = 'Save filters as a segment to see it next to all visitors.';
export const noSegment = 'None';
