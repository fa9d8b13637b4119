/** Texts about the properties of pageviews and events. */
export const properties = 'Eigenschaften';
export const sumIs = (sum: string, mean: string) => `Summe ${sum}, Durchschnitt ${mean}`;
export const ofEvents = 'Werte von Ereignissen';
export const emptyHint =
  'Ergänzen Sie Seitenaufrufe und Ereignisse um eigene Angaben, etwa den Tarif eines Kunden oder die Autorin eines Artikels. Erweitern Sie dazu Ihren Tracking-Code:';
export const exampleName = 'Beispiel';
export const learnMore = 'Mehr über Eigenschaften';
