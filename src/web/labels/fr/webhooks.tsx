/** Texts of the webhook pages. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const log = 'Journal des envois';
export const noDeliveries = 'Aucun envoi pour l’instant';
export const noDeliveriesHint = 'Les envois des 30 derniers jours sont listés ici avec leur réponse.';
export const onItsWay = 'en attente';
export const attemptCount = (count: number) => pluralize(count, 'tentative', 'tentatives');
export const answer = (code: number) => ` · réponse ${code}`;
export const deliveryDetails = (id: number, attempts: string, details: ReactNode) => (
  <>
    #{id} · {attempts}
    {details}
  </>
);
export const sendAgainNumber = (id: number) => `Renvoyer l’envoi ${id}`;
export const sendAgain = 'Renvoyer';
export const newWebhook = 'Nouveau webhook';
export const newSecretTitle = 'Secret de signature';
export const secretName = 'le secret de signature';
export const sendTestLink = 'envoyer un test';
export const newSecretHint = (link: ReactNode) => (
  <>
    Il sert à{' '}
    <ServerLink href="/docs/webhooks#verifying-a-signature">vérifier l’authenticité d’un message</ServerLink>.
    Étape suivante : {link}.
  </>
);
export const addressHint =
  'Reçoit une requête POST pour chaque événement. Doit être accessible depuis Internet.';
export const format = 'Format';
export const asContent = 'Envoyer dans un seul champ texte (« content »)';
export const asContentHint = 'Pour les destinataires qui ne lisent que ce champ.';
export const everySite = 'Tous les sites';
export const eventsLegend = 'Événements';
export const issueFound = 'Lien cassé ou contenu mixte';
export const newKudo = 'Kudos';
export const newEvent = 'Événement personnalisé';
export const goalReached = 'Objectif atteint';
export const goals = 'Objectifs';
export const newHit = 'Page vue';
export const newHitHint = 'Un message par page vue. Déconseillé pour les messageries.';
export const newInsight = 'Faits marquants du jour';
export const contentIssues = 'problèmes de contenu';
export const json = 'JSON';
export const slack = 'Slack';
export const discord = 'Discord';
export const testTitle = 'Test';
export const sendTest = 'Envoyer une alerte de test';
export const testArrived = (code: ReactNode) => <>Reçue, réponse {code}</>;
export const testHandedOver = 'En file d’attente';
export const testPending = 'Pas encore de réponse. Elle apparaîtra dans le journal ci-dessous.';
export const noAnswer = 'aucune réponse';
export const answerWas = (code: number) => `réponse ${code}`;
export const testFailed = (error: ReactNode) => <>Échec de l’envoi : {error}</>;
export const thisWebhook = 'Webhook';
export const webhook = 'Webhook';
export const allWebhooks = 'Tous les webhooks';
export const settingsTitle = 'Paramètres';
export const on = 'Activé';
export const onHint = 'Tant qu’il est désactivé, les événements ne sont pas envoyés, même ultérieurement.';
export const signingSecret = 'Secret de signature';
export const secretHint = (
  <>
    Les messages sont signés pour que les destinataires puissent{' '}
    <ServerLink href="/docs/webhooks#verifying-a-signature">les vérifier</ServerLink>. Secret perdu ? Créez-en
    un nouveau.
  </>
);
export const makeAnotherSecret = 'Créer un nouveau secret';
export const makeAnotherQuestion = 'Créer un nouveau secret de signature ?';
export const makeAnotherHint =
  'Le secret actuel cesse immédiatement de fonctionner. Mettez le destinataire à jour tout de suite.';
export const newSecretName = 'Nouveau secret de signature';
export const deleted = 'Webhook supprimé';
export const deleteTitle = 'Supprimer le webhook';
export const deleteQuestion = 'Supprimer ce webhook ?';
export const deleteHint = (url: ReactNode) => (
  <>Plus rien ne sera envoyé à {url}, pas même les envois en attente. Le journal est supprimé lui aussi.</>
);
export const addWebhook = 'Ajouter un webhook';
export const yourWebhooks = 'Vos webhooks';
export const noWebhooks = 'Aucun webhook pour l’instant';
export const emptyHint = (
  <>
    Recevez une notification dans Slack, Discord ou votre propre programme quand un site tombe en panne,
    qu’une page reçoit des kudos ou qu’un lien est cassé.{' '}
    <ServerLink href="/docs/webhooks">Comment fonctionnent les webhooks</ServerLink>
  </>
);
export const ofEverySite = 'tous les sites';
export const ofOneSite = 'un site';
export const eventsOf = (events: string, label: ReactNode) => (
  <>
    {events} · {label}
  </>
);
export const isOn = 'activé';
export const isOff = 'désactivé';
export const switchedOff = (reason: string) => `désactivé : ${reason}`;
export const down = 'en panne';
export const up = 'en ligne';
export const kudos = 'kudos';
export const events = 'événements';
export const hits = 'pages vues';
export const insights = 'faits marquants';
export const test = 'test';
export const arrived = 'reçu';
export const failed = 'échec';
export const sendTestTo = (channel: string) => `Envoyer une alerte de test à ${channel}`;
export const testMailed = (email: string) => `Envoyée à ${email}`;
