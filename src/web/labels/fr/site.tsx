/** Texts of the overview of a site. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { of } from './language.ts';

export const aiProviders = 'Fournisseurs d’IA';
export const provider = 'Fournisseur';
export const purposes = 'Usages';
export const purpose = 'Usage';
export const crawlers = 'Robots';
export const crawler = 'Robot';
export const pagesCrawled = 'Pages explorées';
export const searchIn = (name: string) => `Rechercher : ${name}`;
export const csv = 'CSV';
export const noMatch = 'Aucun résultat';
export const noneWithFilters = (what: string) => `Pas ${of(what)} avec ces filtres`;
export const emptyEvents = (
  <>
    Suivez les clics, inscriptions ou achats sous forme d’événements, comme « cart.add ».{' '}
    <ServerLink href="/docs/events-and-kudos#events">Comment envoyer des événements</ServerLink>
  </>
);
export const emptyKudos = (
  <>
    Ajoutez un bouton pour que vos lecteurs vous remercient en un clic.{' '}
    <ServerLink href="/docs/events-and-kudos#kudos">Comment ajouter des kudos</ServerLink>
  </>
);
export const emptyAgents = (
  <>
    Les robots exécutent rarement JavaScript : utilisez le pixel ou signalez leurs visites depuis votre
    serveur. <ServerLink href="/docs/snippet#without-javascript">Comment suivre les robots d’IA</ServerLink>
  </>
);
export const emptyCampaigns = (by: string) => (
  <>
    Balisez les liens que vous partagez avec <code>?utm_{by}=…</code> pour les voir ici.
  </>
);
export const emptyPlaces =
  'Seuls les pays sont conservés. Vous pouvez changer cela dans Paramètres, Confidentialité.';
export const emptyNetworks =
  'Les réseaux ne sont connus que pour les nouvelles visites, d’après leur adresse.';
export const emptySources = (
  <>
    Balisez les liens que vous partagez avec <code>?ref=…</code> ou <code>?utm_source=…</code> pour voir les
    sources ici.
  </>
);
export const emptyVisits = (
  <>
    Les pages vues de cette période n’ont pas de visiteur et n’appartiennent donc à aucune visite. Envoyez un{' '}
    <code>visitor_id</code> avec chaque page vue.{' '}
    <ServerLink href="/docs/filters-and-reports#visits-and-visitors">
      Comment les visites sont comptées
    </ServerLink>
  </>
);
export const longerPeriodHint = 'Essayez une période plus longue.';
export const asCsv = (name: string) => `Télécharger en CSV : ${name}`;
export const notFilteredBy = (filters: string, name: string, count: number) =>
  count === 1
    ? `Le filtre par ${filters} ne s’applique pas aux ${name}.`
    : `Les filtres par ${filters} ne s’appliquent pas aux ${name}.`;
export const onlyOf = (label: string) => `${label} uniquement. Tout afficher`;
export const eventDetails = 'Détails des événements';
export const openSite = 'Ouvrir le site';
export const aiAssistants = 'Assistants IA';
export const aiSearch = 'Recherche par IA';
export const modelTraining = 'Entraînement de modèles';
export const purposeUnknown = 'Non précisé';
export const removeFilter = 'Supprimer le filtre';
export const filterByThis = 'Filtrer sur cette valeur';
export const excludeThis = (
  <>
    Exclure cette valeur <span className="breakdown-hint">Alt + clic</span>
  </>
);
export const whatChanged = 'Ce qui a changé';
export const nothingStandsOut = 'Rien de notable par rapport à la période précédente.';
export const countNowAndBefore = (count: string, before: string) => `${count}, ${before} auparavant`;
export const noDataBefore = (day: string) => `Aucune donnée avant le ${day}`;
export const hostingShare = (share: string) =>
  `${share} des pages vues viennent de réseaux d’hébergement, où tournent la plupart des bots.`;
export const withoutThem = 'Voir sans elles';
export const excludeThem = 'Les exclure';
export const resetZoom = 'Réinitialiser le zoom';
export const hours = 'Heures';
export const weeks = 'Semaines';
export const intervalLabel = 'Intervalle';
export const timeOnPage = 'Temps';
export const timeOnPageHint = 'Temps médian pendant lequel une page a été visible et active';
export const pageviewsHint = 'Nombre total de pages vues';
export const pageviewsOfVisitsHint = 'Pages vues pendant ces visites';
export const visitorsHint =
  'Visiteurs uniques, comptés sans cookies : quelqu’un qui revient un autre jour est en général compté à nouveau';
export const visitsHint = 'Une visite se termine après 30 minutes d’inactivité';
export const eventsHint = 'Événements personnalisés envoyés par vos pages';
export const kudosHint = 'Les remerciements de vos lecteurs';
export const agentVisitsHint = 'Visites de robots d’IA et d’assistants IA';
export const viewsPerVisit = 'Pages par visite';
export const viewsPerVisitHint =
  'Nombre moyen de pages vues par visite. Avec un filtre de page, toutes les pages des visites concernées comptent.';
export const bounceRateHint =
  'Part des visites avec une seule page vue et sans événement. Si le temps passé est suivi, une visite de 10 secondes ou plus n’en fait pas partie.';
export const visitDuration = 'Durée de visite';
export const durationHint =
  'Temps moyen entre la première et la dernière activité (page vue ou événement) d’une visite';
export const metricsAndChart = 'Indicateurs clés et graphique';
export const downFor = (durationInWords: string, part: string) =>
  `En panne pendant ${durationInWords}${part}`;
export const last5Minutes = 'Ces 5 dernières minutes';
export const notConnected = 'Non connecté';
export const now = (b: ReactNode, part: string) => (
  <>
    {b} {part} en ce moment
  </>
);
export const months = 'Mois';
export const stillDown = ' (en cours)';
export const addAnnotation = 'Ajouter une annotation';
