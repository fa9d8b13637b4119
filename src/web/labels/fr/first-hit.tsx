/** Texts around the first hit of a site: the tracking code, what was not counted, the next steps. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';

export const offTitle = 'La collecte de données est désactivée';
export const switchOnLink = 'Activez-la dans les paramètres du site.';
export const offHint = (link: ReactNode) => <>Ce site n’enregistre aucune donnée. {link}</>;
export const addTrackingCode = 'Ajouter le code de suivi';
export const waitingForVisit = (
  <>
    <b>En attente de votre première visite.</b> Cette page s’actualise automatiquement.
  </>
);
export const noDataTitle = 'Pas de données ?';
export const goToDashboard = 'Aller au tableau de bord';
export const pasteTrackingCode = (host: ReactNode) => (
  <>
    Collez cette ligne avant <code>&lt;/head&gt;</code> sur chaque page de {host}. Elle ne dépose aucun
    cookie.
  </>
);
export const localOriginHint = (origin: string) => (
  <>
    {origin} ne fonctionne que sur cet ordinateur. Pour suivre un site en ligne, démarrez le serveur avec son
    adresse publique :
  </>
);
export const siteBuildersHint = (
  <>
    Vous utilisez WordPress, Hugo, Webflow ou un autre outil ?{' '}
    <ServerLink href="/docs/site-builders">Découvrez où le coller</ServerLink>.
  </>
);
export const anyHostCounts = 'Les pages de tous les domaines sont suivies.';
export const onlyHostCounts = (host: ReactNode) => (
  <>
    La page doit être sur {host}, avec ou sans www, ou sur un domaine que vous ajoutez dans les réglages du
    site.
  </>
);
export const onlyAddressCounts = (address: ReactNode) => (
  <>La page doit se trouver sur {address}. Les autres adresses ne sont pas suivies.</>
);
export const localhostHint = 'Les visites sur localhost et les fichiers locaux ne sont jamais suivies.';
export const blockerHint =
  'Un bloqueur de publicités ou Global Privacy Control bloque peut-être vos propres visites. Essayez un autre navigateur ou votre téléphone.';
export const cspHint = (origin: string) => (
  <>
    Si votre site a une Content-Security-Policy, autorisez <code>{origin}</code> dans script-src et
    connect-src.
  </>
);
export const anotherHost = 'autre domaine';
export const excluded = 'exclusion par vos règles';
export const bot = 'robot';
export const privacySignal = 'Do Not Track ou Global Privacy Control';
export const spam = 'spam de référents';
export const network = 'réseau d’hébergement ou VPN';
export const collectionOff = 'collecte de données désactivée';
export const malformedReport = 'requête invalide';
export const notCounted = (views: string, text: string) => `${views} hors décompte : ${text}`;
export const manyValues = 'nombreuses valeurs différentes';
export const settings = 'Modifier dans les paramètres';
export const nextSteps = 'Votre première visite est arrivée. Et maintenant ?';
export const leaveOutVisits = 'Exclure vos propres visites';
export const leaveOutVisitsHint = 'Ne pas compter vos propres visites';
export const turnOnMonitoring = 'Activer la surveillance';
export const turnOnMonitoringHint = 'Soyez averti quand votre site tombe en panne ou qu’un lien est cassé';
export const getWeeklyReport = 'Recevoir un rapport hebdomadaire';
export const getWeeklyReportHint = 'Un résumé de votre site par e-mail';
export const hideNextSteps = 'Masquer';
