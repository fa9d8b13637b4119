/** Which pages of a site are for those who may read some sections of it alone. */
import type { ViewSection } from '../../core/view.ts';

/** The section that a page needs, by the end of its path; one that is not here is for those who may read all. */
const SECTIONS: Readonly<Record<string, ViewSection>> = {
  '/journeys': 'journeys',
  '/journeys/funnels': 'funnels',
  '/events': 'events',
  '/goals': 'goals',
  '/hours': 'visitors',
  '/monitoring': 'uptime',
};

/** Returns whether a page can be read by somebody with these sections; undefined: all of them. */
export const isPageReadable = (end: string, sections: readonly ViewSection[] | null | undefined): boolean =>
  !sections || end === '' || sections.some(section => section === SECTIONS[end]);
