/** Texts of goals: their page, their form, and a goal on the overview. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const addGoal = 'Add goal';
export const change = 'Edit';
export const changeGoal = 'Edit goal';
export const changeOf = (name: string) => `Edit the goal ${name}`;
export const removeOf = (name: string) => `Remove the goal ${name}`;
export const removeGoal = 'Remove this goal?';
export const removeHint = 'Your data is kept: if you add the goal again, it covers past visits, too.';
export const downloadGoals = 'Download CSV';
export const noGoals = 'No goals yet';
export const noGoalsHint =
  'Track what matters: orders, signups, downloads. See which channels, pages and countries they come from. Goals cover past visits, too.';
export const examples = ['Reach a page', 'Send an event', 'Read a page'];
export const conversionRate = 'Conversion rate';
export const conversionCount = (count: number) => pluralize(count, 'conversion');
export const ofVisitors = (share: string) => `${share} of visitors`;
export const revenue = 'Revenue';
export const goal = 'Goal';
export const hideGoal = 'Hide goal';
export const viewsOf = (path: ReactNode) => <>Page {path}</>;
export const eventOf = (event: ReactNode) => <>Event {event}</>;
export const readTo = (share: string) => `Any page, read down to ${share}`;
export const reachedBy = 'Reached by';
export const kinds = { path: 'a page', event: 'an event', scroll_depth: 'reading a page' };
export const pathHint =
  'Such as /thanks. * stands for a part of the path, ** for any number of parts: /docs/**';
export const value = 'Value (optional)';
export const properties = 'Properties (optional)';
export const propertiesHint = 'One per line: plan=pro';
export const depth = 'Read down to';
export const depthHint = 'Available once scroll depth is tracked: Settings, Tracking code';
export const name = 'Name';
export const nameOf = ({
  kind,
  path,
  event,
  depth: percent,
}: {
  readonly kind: string;
  readonly path: string;
  readonly event: string;
  readonly depth: string;
}) => (kind === 'path' ? path : kind === 'event' ? event : `Read to ${percent}%`).trim() || 'New goal';
export const preview = (found: {
  readonly days: number;
  readonly times: ReactNode;
  readonly count: number;
  readonly visitors: string;
  readonly rate: string;
}) => (
  <>
    Would have been reached {found.times} {found.count === 1 ? 'time' : 'times'} in the last {found.days}{' '}
    days, by {found.visitors} ({found.rate}).
  </>
);
export const previewHint = 'Shows how often the goal would have been reached in the last 90 days.';
