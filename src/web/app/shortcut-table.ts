/** Every shortcut of the keyboard: the keys do what stands here, and the sheet shows it. */
import * as labels from '../labels/shell.tsx';
import { PERIOD_LABELS } from '../periods.ts';
import { PERIODS, type PeriodName } from '../view.ts';

export type Action =
  | { readonly kind: 'palette' | 'sheet' }
  | { readonly kind: 'go'; readonly to: string }
  /** A page of the site that is open; `end` is what its address has after the site's. */
  | { readonly kind: 'site'; readonly end: string }
  | { readonly kind: 'period'; readonly period: PeriodName }
  /** What a click does on the button that has the name as its `data-shortcut`. */
  | { readonly kind: 'button'; readonly name: string };

export interface Shortcut {
  /** One after another; none has a key held down with it. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly action: Action;
}

export const SHORTCUT_GROUPS: readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[] =
  [
    {
      name: labels.anywhere,
      shortcuts: [
        { keys: ['/'], label: labels.searchSitesPagesAndActions, action: { kind: 'palette' } },
        { keys: ['g', 's'], label: labels.allSites, action: { kind: 'go', to: '/' } },
        { keys: ['g', 'a'], label: labels.yourAccount, action: { kind: 'go', to: '/settings/account' } },
        { keys: ['?'], label: labels.theseShortcuts, action: { kind: 'sheet' } },
      ],
    },
    {
      name: labels.whatIsShown,
      shortcuts: [
        ...PERIODS.filter(period => period !== 'custom').map(
          (period, index): Shortcut => ({
            keys: [String(index + 1)],
            label: PERIOD_LABELS[period],
            action: { kind: 'period', period },
          }),
        ),
        { keys: ['p'], label: labels.theDaysBefore, action: { kind: 'button', name: 'earlier' } },
        { keys: ['n'], label: labels.theDaysAfter, action: { kind: 'button', name: 'later' } },
        { keys: ['d'], label: labels.chooseAPeriod, action: { kind: 'button', name: 'period' } },
        { keys: ['c'], label: labels.chooseAComparison, action: { kind: 'button', name: 'comparison' } },
        { keys: ['f'], label: labels.addAFilter, action: { kind: 'button', name: 'add-filter' } },
      ],
    },
    {
      name: labels.onASite,
      shortcuts: [
        { keys: ['g', 'o'], label: labels.overview, action: { kind: 'site', end: '' } },
        { keys: ['g', 'l'], label: labels.live, action: { kind: 'site', end: '/live' } },
        { keys: ['g', 'j'], label: labels.journeys, action: { kind: 'site', end: '/journeys' } },
        { keys: ['g', 'e'], label: labels.events, action: { kind: 'site', end: '/events' } },
        { keys: ['g', 'b'], label: labels.leaderboard, action: { kind: 'site', end: '/leaderboard' } },
        { keys: ['g', 'h'], label: labels.hours, action: { kind: 'site', end: '/hours' } },
        { keys: ['g', 'm'], label: labels.monitoring, action: { kind: 'site', end: '/monitoring' } },
        { keys: ['g', 'i'], label: labels.insights, action: { kind: 'site', end: '/insights' } },
        { keys: ['g', 't'], label: labels.settingsOfTheSite, action: { kind: 'site', end: '/settings' } },
      ],
    },
  ];

const SHORTCUTS = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts);

/** The keys that lead to an action, for whoever shows it in another place. */
export const keysFor = (action: Action): readonly string[] | undefined =>
  SHORTCUTS.find(shortcut => JSON.stringify(shortcut.action) === JSON.stringify(action))?.keys;

/** How long the second key may be in coming. */
const SEQUENCE_TIMEOUT_MS = 1_500;

/** Reads keys one by one and answers the action that they make up, once they do. */
export function createKeyReader(): (key: string, nowMs: number) => Action | undefined {
  let pressed: readonly string[] = [];
  let pressedAtMs = 0;
  return (key, nowMs) => {
    const before = nowMs - pressedAtMs <= SEQUENCE_TIMEOUT_MS ? pressed : [];
    const keys = [...before, key];
    const beginsWith = (wanted: readonly string[]) =>
      SHORTCUTS.find(shortcut => wanted.every((each, index) => shortcut.keys[index] === each));
    const found = beginsWith(keys);
    // A second key that leads nowhere ends what was begun, and does nothing itself: it was meant for that.
    pressed = found && found.keys.length > keys.length ? keys : [];
    pressedAtMs = nowMs;
    return found?.keys.length === keys.length ? found.action : undefined;
  };
}
