/** Texts of the overview of a site. */
import type { ReactNode } from 'react';
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
