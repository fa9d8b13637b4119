/**
 * Signs that a program made a visit, or only pretended to be somebody's browser: evidence to look at and to filter by. Nothing is
 * left out because of them. Source: decisions, section 15.
 */
import type { Condition } from './query.ts';

/** Signs by their names in the API, the strongest first. */
export const BOT_SIGNS = ['impossible_screen', 'many_agents', 'no_engagement', 'one_page'] as const;
export type BotSign = (typeof BOT_SIGNS)[number];

export const isBotSign = (value: string): value is BotSign =>
  (BOT_SIGNS as readonly string[]).includes(value);

/** Systems whose screens are never a phone's. Phones that ask for pages of desktops say that they are a Mac or run Linux. */
const LARGE_SYSTEMS = ['Windows', 'Chrome OS'];

/** Of every row, since the script sends the size of the screen with each. */
const IS_FROM_SCRIPT: Condition = { dimension: 'screen', isNot: null };

/** The conditions that rows with a sign meet. */
export const SIGN_CONDITIONS: Readonly<Record<BotSign, Condition>> = {
  impossible_screen: {
    or: [
      {
        and: [
          { dimension: 'device', is: 'mobile' },
          { dimension: 'screen', isAnyOf: ['desktop', 'wide'] },
        ],
      },
      {
        and: [
          { dimension: 'platform_name', isAnyOf: LARGE_SYSTEMS },
          { dimension: 'screen', is: 'phone' },
        ],
      },
    ],
  },
  many_agents: { dimension: 'many_agents', is: 'true' },
  // Each report has a depth, unless the page has no height.
  no_engagement: { and: [IS_FROM_SCRIPT, { not: { done: { scrollDepth: 1 } } }] },
  one_page: { done: { views: 1 } },
};
