/** Texts of segments: choosing one, and keeping the filters of a view as one. */

export const segments = 'Segments';
export const keepFilters = 'Save these filters as a segment…';
export const newSegment = 'A new segment';
export const saveAs = 'Save as';
export const forWhom = 'Who sees it';
export const ofSite = 'Everybody who sees this site';
export const personal = 'Only you';
export const isPersonal = 'Only yours';
export const saveSegment = 'Save segment';
export const segmentSaved = 'Segment saved';
