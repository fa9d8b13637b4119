/** Limits of what is typed on the page of campaign links. */

/** Longest value that reports tell apart, and longest name. */
export const MAX_VALUE = 200;
/** Longest address that is stored. */
export const MAX_ADDRESS = 2048;
