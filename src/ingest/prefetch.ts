/** Headers by which browsers say that nobody sees a page yet: they fetch or render it in advance. Source: Fetch; Mozilla, link prefetching. */
export const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'] as const;

/** Returns whether a value of these headers says so. */
export const isInAdvance = (purpose: string): boolean => /prefetch|prerender|preview/i.test(purpose);
