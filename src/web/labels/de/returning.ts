/** Texts of the page of returning visitors. */

export const title = 'Wiederkehrende Besucher';
export const hint =
  'Gezählt werden nur Besucher, die Ihre Seiten oder API-Aufrufe identifizieren. Die Tabelle zeigt, wie viele der neuen Besucher einer Woche 1, 2 oder mehr Wochen später wiederkamen.';
export const emptyTitle = 'Noch keine identifizierten Besucher';
export const emptyHint =
  'Anonyme Besucher erhalten jeden Tag eine neue ID; ob sie wiederkommen, lässt sich nicht feststellen. Wenn sich Besucher auf Ihrer Website anmelden, können Ihre Seiten eine ID für sie senden.';
export const week = 'Woche ab';
export const newVisitors = 'Neu';
export const returningVisitors = 'Wiederkehrend';
export const weeksLater = (count: number) => (count === 1 ? '1 Woche später' : `${count} Wochen später`);
