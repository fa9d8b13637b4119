/** Limits of monitors besides that of the site's own address. */
export const MAX_MONITORS = 100;
export const MAX_NAME_LENGTH = 100;
export const MAX_HEADERS = 20;
export const MAX_HEADER_LENGTH = 2000;
export const MAX_BODY_LENGTH = 10_000;
export const MAX_STATUSES = 20;
export const MAX_TEXT_LENGTH = 500;
/** Source: RFC 1035, section 3.1. */
export const MAX_HOST_LENGTH = 253;
export const PERIOD_SECONDS = { minimum: 60, maximum: 31 * 86_400 } as const;
export const GRACE_SECONDS = { minimum: 0, maximum: 7 * 86_400, default: 300 } as const;
