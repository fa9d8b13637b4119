/** Texts of the pages before signing in. */

import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../../core/limits.ts';

export const activateYourAccount = 'Konto aktivieren';
export const activationInvalid =
  'Dieser Link ist abgelaufen, oder der Betreiber des Servers hat die Registrierung entfernt. Links laufen nach 7 Tagen ab.';
export const activationIncomplete = 'Dieser Link ist unvollständig. Bitte den vollständigen Link öffnen.';
export const askAgentAgain = 'Der Agent kann das Konto erneut beantragen.';
export const signIn = 'Anmelden';
export const accountExists = (email: ReactNode) => <>{email} hat bereits ein Konto.</>;
export const waitsForApproval =
  'Der Betreiber dieses Servers muss das Konto zuerst freigeben. Lassen Sie diese Seite offen oder kommen Sie später mit demselben Link zurück, um ein Passwort zu wählen.';
export const anAiAgent = 'Ein KI-Agent';
export const namedAgent = (agent: ReactNode) => (
  <>
    Der KI-Agent <b>{agent}</b>
  </>
);
export const requestedBy = (part: ReactNode) => <>{part} hat ein Konto für Sie beantragt.</>;
export const termsMissing = 'Zum Fortfahren den Bedingungen zustimmen.';
export const activateHint =
  'Wählen Sie ein Passwort; der Agent bekommt es nie zu sehen. Sie beginnen mit einer 14-tägigen Testphase des Tarifs Pro, die automatisch endet.';
export const submitActivation = 'Konto aktivieren';
export const acceptTerms = 'Ich stimme den Bedingungen des Betreibers dieses Servers zu';
export const passwordHint = `Mindestens ${MIN_PASSWORD_LENGTH} Zeichen`;
export const showPassword = 'Passwort anzeigen';
export const timeZoneHint = 'Legt fest, wann Ihre Tage beginnen und enden';
export const joinATeam = 'Einem Team beitreten';
export const invitationInvalid =
  'Diese Einladung ist nicht mehr gültig. Vielleicht wurde sie verwendet, widerrufen oder ersetzt, oder sie ist älter als 7 Tage.';
export const invitationIncomplete =
  'Dieser Link ist unvollständig. Bitte den vollständigen Einladungslink öffnen.';
export const inviteAgainHint = 'Bitten Sie um eine neue Einladung. Bei mehreren E-Mails gilt die neueste.';
export const viewerHint = 'Sie können dann die Websites ansehen.';
export const adminHint = 'Sie können dann Websites ansehen, hinzufügen und bearbeiten.';
export const invitedBy = (accountName: ReactNode, roles: string) => (
  <>
    <b>{accountName}</b> hat Sie eingeladen. {roles}
  </>
);
export const join = 'Beitreten';
export const yourName = 'Ihr Name';
export const yourNameHint = 'Für Ihr Team sichtbar';
export const joinPassword = 'Passwort Ihres bestehenden Kontos';
export const joinPasswordHint = 'Nicht nötig, wenn Sie mit dieser E-Mail-Adresse angemeldet sind';
export const forgotThePassword = 'Passwort zurücksetzen';
export const chooseANewPassword = 'Neues Passwort wählen';
export const resetHint = 'Sie erhalten per E-Mail einen Link, um ein neues Passwort zu wählen.';
export const sendLink = 'Link senden';
export const backToSignIn = 'Zurück zur Anmeldung';
export const resetMailed = (to: ReactNode) => (
  <>
    Falls <b>{to}</b> ein Konto hat, ist ein Link per E-Mail unterwegs. Er funktioniert einmal und läuft in
    einer Stunde ab.
  </>
);
export const resetMailedHint =
  'Nach ein paar Minuten noch nichts da? Spamordner und Adresse prüfen. Die Zustellung kann bis zu einer halben Stunde dauern.';
export const tryAnotherAddress = 'Andere E-Mail-Adresse';
export const noMail =
  'Auf diesem Server ist kein E-Mail-Versand eingerichtet, daher kann er keinen Link senden. Der Betreiber des Servers hat zwei Möglichkeiten:';
export const noMailCommand = (
  <>
    Ein neues Passwort auf dem Server setzen. Der Befehl liest es von der Standardeingabe:
    <pre>
      <code>footfall user set EMAIL --password-stdin</code>
    </pre>
  </>
);
export const noMailRelay = (
  <>
    Oder den E-Mail-Versand mit <code>FOOTFALL_SMTP_URL</code> einrichten und den Server neu starten. Danach
    hier erneut versuchen.
  </>
);
export const newPasswordHint =
  'Beendet alle anderen Sitzungen und widerruft alle API-Schlüssel. Neue lassen sich in den Einstellungen erstellen.';
export const setPassword = 'Passwort setzen';
export const requestNewLink = 'Neuen Link anfordern';
export const setUpFootfall = 'Footfall einrichten';
export const setUpHint = 'Das Konto des Betreibers dieses Servers erstellen.';
export const submitOwner = 'Konto erstellen';
export const setUpIncomplete =
  'Bitte den vollständigen Einrichtungslink aus dem Serverlog öffnen. Er enthält ein Token, das einmal funktioniert. Für einen neuen Link den Server neu starten.';
export const setUpUsed = 'Dieser Server ist bereits eingerichtet.';
export const forgotThePasswordQuestion = 'Passwort vergessen?';
export const firstTimeHint = 'Noch kein Konto vorhanden. Den Einrichtungslink aus dem Serverlog öffnen.';
