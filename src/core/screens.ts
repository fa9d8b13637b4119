/** Sizes of screens by their width in CSS pixels, which is what a page can tell apart, whatever the resolution. */
const WIDTHS = [
  ['phone', 600],
  ['tablet', 1025],
  ['laptop', 1600],
  ['desktop', 2400],
  ['wide', Number.POSITIVE_INFINITY],
] as const;

export type ScreenSize = (typeof WIDTHS)[number][0];

/** Names of sizes, the smallest first. Source: decisions, section 9. */
export const SCREENS: readonly ScreenSize[] = WIDTHS.map(([name]) => name);

/** Largest width that is believed: a wall of screens. */
const MAX_WIDTH = 100_000;

/** Returns the size of a screen of a width; null where it can be none. */
export const toScreenSize = (width: number): ScreenSize | null =>
  width >= 1 && width <= MAX_WIDTH ? (WIDTHS.find(([, limit]) => width < limit)?.[0] ?? null) : null;
