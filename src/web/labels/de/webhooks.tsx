/** Texts of the webhook pages. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const log = 'Zustellungsprotokoll';
export const noDeliveries = 'Noch keine Zustellungen';
export const noDeliveriesHint = 'Zustellungen der letzten 30 Tage stehen hier mit ihrer Antwort.';
export const onItsWay = 'ausstehend';
export const attemptCount = (count: number) => pluralize(count, 'Versuch', 'Versuche');
export const answer = (code: number) => ` · Antwort ${code}`;
export const deliveryDetails = (id: number, attempts: string, details: ReactNode) => (
  <>
    #{id} · {attempts}
    {details}
  </>
);
export const sendAgainNumber = (id: number) => `Zustellung ${id} erneut senden`;
export const sendAgain = 'Erneut senden';
export const newWebhook = 'Neuer Webhook';
export const newSecretTitle = 'Signaturschlüssel';
export const secretName = 'Signaturschlüssel';
export const sendTestLink = 'Test senden';
export const newSecretHint = (link: ReactNode) => (
  <>
    Damit lässt sich{' '}
    <ServerLink href="/docs/webhooks#verifying-a-signature">die Echtheit einer Nachricht prüfen</ServerLink>.
    Nächster Schritt: {link}.
  </>
);
export const addressHint =
  'Erhält für jedes Ereignis eine POST-Anfrage. Muss aus dem Internet erreichbar sein.';
export const format = 'Format';
export const asContent = 'Als ein einziges Textfeld („content“) senden';
export const asContentHint = 'Für Empfänger, die nur dieses Feld lesen.';
export const everySite = 'Alle Websites';
export const eventsLegend = 'Ereignisse';
export const issueFound = 'Defekter Link oder Mixed Content';
export const newKudo = 'Kudos';
export const newEvent = 'Eigenes Ereignis';
export const goalReached = 'Ziel erreicht';
export const goals = 'Ziele';
export const newHit = 'Seitenaufruf';
export const newHitHint = 'Eine Nachricht pro Seitenaufruf. Für Chats nicht empfohlen.';
export const newInsight = 'Tägliche Insights';
export const contentIssues = 'Inhaltsprobleme';
export const json = 'JSON';
export const slack = 'Slack';
export const discord = 'Discord';
export const testTitle = 'Test';
export const sendTest = 'Testnachricht senden';
export const sendTestTo = (channel: string) => `Testnachricht senden: ${channel}`;
export const testMailed = (email: string) => `An ${email} gesendet`;
export const testArrived = (code: ReactNode) => <>Zugestellt, Antwort {code}</>;
export const testHandedOver = 'In der Warteschlange';
export const testPending = 'Noch keine Antwort. Sie erscheint unten im Protokoll.';
export const noAnswer = 'keine Antwort';
export const answerWas = (code: number) => `Antwort ${code}`;
export const testFailed = (error: ReactNode) => <>Zustellung fehlgeschlagen: {error}</>;
export const thisWebhook = 'Webhook';
export const webhook = 'Webhook';
export const allWebhooks = 'Alle Webhooks';
export const settingsTitle = 'Einstellungen';
export const on = 'Eingeschaltet';
export const onHint = 'Wenn ausgeschaltet, werden keine Ereignisse gesendet, auch nicht nachträglich.';
export const signingSecret = 'Signaturschlüssel';
export const secretHint = (
  <>
    Nachrichten sind signiert, damit Empfänger{' '}
    <ServerLink href="/docs/webhooks#verifying-a-signature">sie prüfen</ServerLink> können. Schlüssel
    verloren? Einen neuen erstellen.
  </>
);
export const makeAnotherSecret = 'Neuen Schlüssel erstellen';
export const makeAnotherQuestion = 'Neuen Signaturschlüssel erstellen?';
export const makeAnotherHint =
  'Der aktuelle Schlüssel wird sofort ungültig. Aktualisieren Sie gleich den Empfänger.';
export const newSecretName = 'Neuer Signaturschlüssel';
export const deleted = 'Webhook gelöscht';
export const deleteTitle = 'Webhook löschen';
export const deleteQuestion = 'Diesen Webhook löschen?';
export const deleteHint = (url: ReactNode) => (
  <>
    An {url} wird nichts mehr gesendet, auch keine ausstehenden Zustellungen. Das Protokoll wird ebenfalls
    gelöscht.
  </>
);
export const addWebhook = 'Webhook hinzufügen';
export const yourWebhooks = 'Ihre Webhooks';
export const noWebhooks = 'Noch keine Webhooks';
export const emptyHint = (
  <>
    Benachrichtigungen in Slack, Discord oder einem eigenen Programm, wenn eine Website ausfällt, eine Seite
    Kudos bekommt oder ein Link nicht mehr funktioniert.{' '}
    <ServerLink href="/docs/webhooks">So funktionieren Webhooks</ServerLink>
  </>
);
export const ofEverySite = 'alle Websites';
export const ofOneSite = 'eine Website';
export const eventsOf = (events: string, label: ReactNode) => (
  <>
    {events} · {label}
  </>
);
export const isOn = 'an';
export const isOff = 'aus';
export const switchedOff = (reason: string) => `ausgeschaltet: ${reason}`;
export const down = 'Ausfall';
export const up = 'wieder online';
export const kudos = 'Kudos';
export const events = 'Ereignisse';
export const hits = 'Seitenaufrufe';
export const insights = 'Insights';
export const test = 'Test';
export const arrived = 'zugestellt';
export const failed = 'fehlgeschlagen';
