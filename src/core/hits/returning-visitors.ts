/** Returning visitors: how many identified visitors of a week come back in later ones. Source: decisions, section 15, Identified visitors. */

/** The weeks that are looked at, one after another, on days of the site. */
export interface ReturningQuery {
  readonly siteId: number;
  /** The first day of the first week. */
  readonly firstDay: string;
  readonly weeks: number;
}

/** Identified visitors who first came in one week and came in another. Weeks count from 0. */
export interface ReturnedVisitors {
  /** −1: before the first week. */
  readonly firstWeek: number;
  readonly week: number;
  readonly visitors: number;
}
