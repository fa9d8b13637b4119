/** Texts about the properties of pageviews and events. */
export const properties = 'Eigenschaften';
export const sumIs = (sum: string, mean: string) => `Summe ${sum}, Durchschnitt ${mean}`;
export const ofEvents = 'Werte von Ereignissen';
export const emptyHint =
  'Senden Sie mit, was Sie über einen Seitenaufruf oder ein Ereignis wissen möchten, etwa den Tarif eines Kunden oder die Autorin eines Artikels. Ergänzen Sie Ihren Tracking-Code:';
export const exampleName = 'Beispiel';
export const learnMore = 'Mehr über Eigenschaften';
