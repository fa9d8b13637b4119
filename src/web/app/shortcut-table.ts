/** Every shortcut of the keyboard: the keys do what stands here, and the sheet shows it. */
import { PERIOD_WORDS } from '../periods.ts';
import { PERIODS, type PeriodName } from '../view.ts';

export type Deed =
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
  readonly words: string;
  readonly deed: Deed;
}

export const SHORTCUT_GROUPS: readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[] =
  [
    {
      name: 'Anywhere',
      shortcuts: [
        { keys: ['/'], words: 'Search sites, pages and actions', deed: { kind: 'palette' } },
        { keys: ['g', 's'], words: 'All sites', deed: { kind: 'go', to: '/' } },
        { keys: ['g', 'a'], words: 'Your account', deed: { kind: 'go', to: '/settings/account' } },
        { keys: ['?'], words: 'These shortcuts', deed: { kind: 'sheet' } },
      ],
    },
    {
      name: 'What is shown',
      shortcuts: [
        ...PERIODS.filter(period => period !== 'custom').map(
          (period, index): Shortcut => ({
            keys: [String(index + 1)],
            words: PERIOD_WORDS[period],
            deed: { kind: 'period', period },
          }),
        ),
        { keys: ['p'], words: 'The days before', deed: { kind: 'button', name: 'earlier' } },
        { keys: ['n'], words: 'The days after', deed: { kind: 'button', name: 'later' } },
        { keys: ['d'], words: 'Choose a period', deed: { kind: 'button', name: 'period' } },
        { keys: ['c'], words: 'Choose a comparison', deed: { kind: 'button', name: 'comparison' } },
        { keys: ['f'], words: 'Add a filter', deed: { kind: 'button', name: 'add-filter' } },
      ],
    },
    {
      name: 'On a site',
      shortcuts: [
        { keys: ['g', 'o'], words: 'Overview', deed: { kind: 'site', end: '' } },
        { keys: ['g', 'l'], words: 'Live', deed: { kind: 'site', end: '/live' } },
        { keys: ['g', 'j'], words: 'Journeys', deed: { kind: 'site', end: '/journeys' } },
        { keys: ['g', 'e'], words: 'Events', deed: { kind: 'site', end: '/events' } },
        { keys: ['g', 'b'], words: 'Leaderboard', deed: { kind: 'site', end: '/leaderboard' } },
        { keys: ['g', 'h'], words: 'Hours', deed: { kind: 'site', end: '/hours' } },
        { keys: ['g', 'm'], words: 'Monitoring', deed: { kind: 'site', end: '/monitoring' } },
        { keys: ['g', 'i'], words: 'Insights', deed: { kind: 'site', end: '/insights' } },
        { keys: ['g', 't'], words: 'Settings of the site', deed: { kind: 'site', end: '/settings' } },
      ],
    },
  ];

const SHORTCUTS = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts);

/** The keys that lead to a deed, for whoever shows it in another place. */
export const keysFor = (deed: Deed): readonly string[] | undefined =>
  SHORTCUTS.find(shortcut => JSON.stringify(shortcut.deed) === JSON.stringify(deed))?.keys;

/** How long the second key may be in coming. */
const PATIENCE_MS = 1_500;

/** Reads keys one by one and answers the deed that they make up, once they do. */
export function createKeyReader(): (key: string, nowMs: number) => Deed | undefined {
  let pressed: readonly string[] = [];
  let pressedAtMs = 0;
  return (key, nowMs) => {
    const before = nowMs - pressedAtMs <= PATIENCE_MS ? pressed : [];
    const keys = [...before, key];
    const beginsWith = (wanted: readonly string[]) =>
      SHORTCUTS.find(shortcut => wanted.every((each, index) => shortcut.keys[index] === each));
    const found = beginsWith(keys);
    // A second key that leads nowhere ends what was begun, and does nothing itself: it was meant for that.
    pressed = found && found.keys.length > keys.length ? keys : [];
    pressedAtMs = nowMs;
    return found?.keys.length === keys.length ? found.deed : undefined;
  };
}
