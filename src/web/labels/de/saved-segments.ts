/** Texte der Segmente: eines wählen, und die Filter einer Ansicht als eines behalten. */
export const segments = 'Segmente';
export const keepFilters = 'Diese Filter als Segment speichern …';
export const newSegment = 'Neues Segment';
export const saveAs = 'Speichern als';
export const forWhom = 'Sichtbar für';
export const ofSite = 'Alle mit Zugang zu dieser Website';
export const personal = 'Nur Sie';
export const isPersonal = 'Nur für Sie sichtbar';
export const saveSegment = 'Segment speichern';
export const segmentSaved = 'Segment gespeichert';
