/** Days that are kept, and how much it takes. Source: decisions, section 7, Insights. */
export const LEAST_HITS = 10;
/** What was found is kept for two years, or as long as the site keeps its hits. */
export const KEPT_DAYS = 730;
/** What was told within so many days is no news. */
export const NEWS_DAYS = 7;
/** Zones are off by whole quarters of an hour; what was missed meanwhile is made up for. */
export const RUN_MINUTES = 5;
