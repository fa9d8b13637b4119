/** What the page of a new site opens with once it has a visit: its first day. Any other view leaves the rest behind. */
export const FIRST_VISIT = '?period=today&first=1';

export const isFirstVisit = (search: string): boolean => new URLSearchParams(search).has('first');
