export const line = (count: number) => `Zeile ${count} `;
export const discard = 'Verwerfen';
export const notSavedYet = 'Nicht gespeicherte Änderungen';
export const secretKept = 'Fertig';
export const secretHint = 'Wird nicht noch einmal angezeigt.';
export const showAllTimeZones = 'Alle Zeitzonen anzeigen';
export const noTimeZone = 'Keine Ergebnisse. Nach einer Großstadt in der Nähe suchen.';
export const timeZoneHint = (now: string) =>
  `Legt fest, wann Ihre Tage beginnen und enden. Dort ist es ${now}.`;
export const browserTimeZone = (label: string) => `Zeitzone des Browsers: ${label}`;
export const saved = 'Gespeichert';
export const leaveQuestion = 'Ohne Speichern verlassen?';
export const leaveWithoutSaving = 'Ohne Speichern verlassen';
export const leaveHint = 'Ihre Änderungen wurden nicht gespeichert.';
export const nothingChanged = 'Keine Änderungen zu speichern';
export const required = 'Dieses Feld ist erforderlich';
export const enterSiteAddress = 'Adresse der Website eingeben, zum Beispiel example.org';
export const enterEmail = 'Gültige E-Mail-Adresse eingeben';
export const wrongPassword = 'Das ist nicht Ihr aktuelles Passwort';
export const chooseOne = 'Mindestens eine Option wählen';
export const tooShort = (min: number) => `Mindestens ${min} Zeichen eingeben`;
export const tooLong = (max: number) => `Höchstens ${max} Zeichen eingeben`;
export const wholeNumber = (min: number, max: number) => `Ganze Zahl von ${min} bis ${max} eingeben`;
export const wrongSignIn = 'E-Mail-Adresse oder Passwort falsch';
export const tooManyWrongPasswords = (minutes: number) =>
  `Zu viele falsche Passwörter: Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} erneut`;
