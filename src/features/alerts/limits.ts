/** Alerts of a site. */
export const MAX_ALERTS = 20;
/** Days that a preview looks back. */
export const PREVIEW_DAYS = 90;
