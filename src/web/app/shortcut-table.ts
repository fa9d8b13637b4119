/** The table of keyboard shortcuts. */

import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { PERIOD_LABELS } from '../period-labels.ts';
import { NAMED_PERIODS, type NamedPeriod } from '../view.ts';

export type Action =
  | { readonly kind: 'palette' | 'sheet' }
  | { readonly kind: 'go'; readonly to: string }
  /** A page of the current site; `end` is the part of its path after the site's. */
  | { readonly kind: 'site'; readonly end: string }
  | { readonly kind: 'period'; readonly period: NamedPeriod }
  /** Clicks the button with this `data-shortcut`. */
  | { readonly kind: 'button'; readonly name: string };

export interface Shortcut {
  /** Pressed one after another, without modifiers. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly action: Action;
}

/** Returns the key of a named period: digits in their order, 0 for the tenth. */
export const toPeriodKey = (period: NamedPeriod): string => String((NAMED_PERIODS.indexOf(period) + 1) % 10);

export const SHORTCUT_GROUPS: readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[] =
  [
    {
      name: labels.anywhere,
      shortcuts: [
        { keys: ['/'], label: labels.paletteLabel, action: { kind: 'palette' } },
        { keys: ['g', 's'], label: shared.allSites, action: { kind: 'go', to: '/' } },
        { keys: ['g', 'a'], label: shared.account, action: { kind: 'go', to: '/settings/account' } },
        { keys: ['?'], label: labels.keyboardShortcuts, action: { kind: 'sheet' } },
      ],
    },
    {
      name: labels.whatIsShown,
      shortcuts: [
        ...NAMED_PERIODS.map(
          (period): Shortcut => ({
            keys: [toPeriodKey(period)],
            label: PERIOD_LABELS[period],
            action: { kind: 'period', period },
          }),
        ),
        { keys: ['p'], label: labels.previousPeriod, action: { kind: 'button', name: 'earlier' } },
        { keys: ['n'], label: labels.nextPeriod, action: { kind: 'button', name: 'later' } },
        { keys: ['d'], label: labels.choosePeriod, action: { kind: 'button', name: 'period' } },
        { keys: ['c'], label: labels.chooseComparison, action: { kind: 'button', name: 'comparison' } },
        { keys: ['f'], label: labels.addFilter, action: { kind: 'button', name: 'add-filter' } },
      ],
    },
    {
      name: labels.onASite,
      shortcuts: [
        { keys: ['g', 'o'], label: labels.overview, action: { kind: 'site', end: '' } },
        { keys: ['g', 'l'], label: shared.live, action: { kind: 'site', end: '/live' } },
        { keys: ['g', 'j'], label: shared.journeys, action: { kind: 'site', end: '/journeys' } },
        { keys: ['g', 'e'], label: shared.events, action: { kind: 'site', end: '/events' } },
        { keys: ['g', 'c'], label: shared.goals, action: { kind: 'site', end: '/goals' } },
        { keys: ['g', 'h'], label: shared.hours, action: { kind: 'site', end: '/hours' } },
        { keys: ['g', 'm'], label: shared.monitoring, action: { kind: 'site', end: '/monitoring' } },
        { keys: ['g', 'w'], label: shared.serverLog, action: { kind: 'site', end: '/log' } },
        { keys: ['g', 'i'], label: shared.insights, action: { kind: 'site', end: '/insights' } },
        { keys: ['g', 'k'], label: shared.campaignLinks, action: { kind: 'site', end: '/links' } },
        { keys: ['g', 't'], label: labels.siteSettings, action: { kind: 'site', end: '/settings' } },
      ],
    },
  ];

const SHORTCUTS = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts);

/** Returns the keys of an action's shortcut. */
export const keysFor = (action: Action): readonly string[] | undefined =>
  SHORTCUTS.find(shortcut => JSON.stringify(shortcut.action) === JSON.stringify(action))?.keys;

/** Timeout between the keys of a sequence. */
const SEQUENCE_TIMEOUT_MS = 1_500;

/** Creates a reader of key sequences: takes one key at a time and returns the action that they complete. */
export function createKeyReader(): (key: string, nowMs: number) => Action | undefined {
  let pressed: readonly string[] = [];
  let pressedAtMs = 0;
  return (key, nowMs) => {
    const before = nowMs - pressedAtMs <= SEQUENCE_TIMEOUT_MS ? pressed : [];
    const keys = [...before, key];
    const beginsWith = (sequence: readonly string[]) =>
      SHORTCUTS.find(shortcut => sequence.every((each, index) => shortcut.keys[index] === each));
    const found = beginsWith(keys);
    // An unknown second key ends the sequence and does nothing itself.
    pressed = found && found.keys.length > keys.length ? keys : [];
    pressedAtMs = nowMs;
    return found?.keys.length === keys.length ? found.action : undefined;
  };
}
