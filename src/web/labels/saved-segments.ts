/** Texts of segments: choosing one, and keeping the filters of a view as one. */

export const segments = 'Segments';
export const keepFilters = 'Save these filters as a segment…';
export const newSegment = 'New segment';
export const saveAs = 'Save as';
export const forWhom = 'Visible to';
export const ofSite = 'Everyone with access to this site';
export const personal = 'Only you';
export const isPersonal = 'Only yours';
export const saveSegment = 'Save segment';
export const segmentSaved = 'Segment saved';
