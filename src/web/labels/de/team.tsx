/** Texts of the team page. */
import type { ReactNode } from 'react';

export const viewer = 'Betrachter';
export const viewerHint = 'Kann alle Websites ansehen.';
export const admin = 'Admin';
export const adminHint = 'Kann auch Websites hinzufügen, bearbeiten und löschen sowie Webhooks verwalten.';
export const inviteTitle = 'Mitglied einladen';
export const linkTitle = 'Einladungslink';
export const linkName = 'Einladungslink';
export const invite = 'Einladen';
export const role = 'Rolle';
export const mailedTo = (email: ReactNode) => (
  <>
    Die Einladung wird per E-Mail an {email} gesendet. Der Link funktioniert einmal und läuft in 7 Tagen ab.
  </>
);
export const done = 'Fertig';
export const alsoMailedTo = (email: ReactNode) => <>Er wird auch per E-Mail an {email} gesendet.</>;
export const sendYourself = (email: ReactNode) => (
  <>Der E-Mail-Versand ist nicht eingerichtet. Senden Sie diesen Link daher selbst an {email}.</>
);
export const linkValidity = (part: ReactNode) => <>{part} Er funktioniert einmal und läuft in 7 Tagen ab.</>;
export const since = (email: ReactNode, since: ReactNode) => (
  <>
    {email} · beigetreten {since}
  </>
);
export const removeMember = (email: string) => `${email} entfernen`;
export const removeQuestion = 'Dieses Mitglied entfernen?';
export const removeConfirm = 'Aus dem Team entfernen';
export const removeHint = (email: ReactNode) => (
  <>{email} verliert den Zugriff auf Ihre Websites und kann nur mit einer neuen Einladung wieder beitreten.</>
);
export const anAdmin = 'Admin';
export const aViewer = 'Betrachter';
export const roleChanged = (email: string, part: string) => `${email} ist jetzt ${part}`;
export const roleOf = (email: string) => `Rolle von ${email}`;
export const mailOnItsWay = 'E-Mail wird gesendet';
export const invitedAs = (part: string, end: ReactNode, part2: ReactNode) => (
  <>
    als {part} · läuft {end} ab
    {part2}
  </>
);
export const mailFailed = (mailError: ReactNode) => (
  <>E-Mail konnte nicht zugestellt werden: {mailError}. Adresse prüfen und erneut einladen.</>
);
export const takeBack = 'Widerrufen';
export const takeBackInvitation = (email: string) => `Einladung an ${email} widerrufen`;
export const takeBackQuestion = 'Diese Einladung widerrufen?';
export const takeBackConfirm = 'Einladung widerrufen';
export const takeBackHint = (email: ReactNode) => (
  <>Der an {email} gesendete Link funktioniert dann nicht mehr.</>
);
export const notOwner = 'Nur der Inhaber dieses Kontos kann das Team verwalten.';
export const noPlanTitle = 'Ihr eigenes Team';
export const noPlanHint =
  'Laden Sie andere zu Ihren Websites ein: Betrachter können sie ansehen, Admins auch ändern. Teams gibt es mit dem Tarif Ultra. Der Betreiber des Servers vergibt ihn mit:';
export const planCommand = (email: string) => `footfall user set ${email} --plan ultra`;
export const members = 'Mitglieder';
export const invitedTitle = 'Offene Einladungen';
export const noMembers = 'Nur Sie';
export const noMembersHint =
  'Laden Sie andere zu Ihren Websites ein: Betrachter sehen alles, Admins können auch Websites und Einstellungen ändern. Nur Sie können Mitglieder verwalten.';
export const mailed = 'per E-Mail gesendet';
export const accessLegend = 'Websites';
export const allSites = 'Alle Websites';
export const allSitesHint = 'Und was das ganze Konto betrifft.';
export const someSites = 'Einzelne Websites';
export const sitesLegend = 'Welche Websites';
export const sectionsLegend = 'Sichtbare Abschnitte';
export const everything = 'Alles';
export const someSections = 'Einzelne Abschnitte';
export const changeAccess = 'Zugriff ändern';
export const changeAccessOf = (email: string) => `Zugriff ändern: ${email}`;
export const accessChanged = (email: string) => `Zugriff von ${email} geändert`;
export const siteCount = (count: number) => (count === 1 ? '1 Website' : `${count} Websites`);
export const sectionCount = (count: number) => (count === 1 ? '1 Abschnitt' : `${count} Abschnitte`);
