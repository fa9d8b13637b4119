/** Texte der Segmente: eines wählen, und die Filter einer Ansicht als eines behalten. */
export const segments = 'Segmente';
export const keepFilters = 'Diese Filter als Segment speichern …';
export const newSegment = 'Ein neues Segment';
export const saveAs = 'Speichern als';
export const forWhom = 'Wer es sieht';
export const ofSite = 'Alle, die diese Website sehen';
export const personal = 'Nur Sie';
export const isPersonal = 'Nur Ihres';
export const saveSegment = 'Segment speichern';
export const segmentSaved = 'Segment gespeichert';
