/** Texts of the coverage of a site: what is not counted, and where visitors are sent wrong. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const title = 'Couverture';
export const hint = 'Les pages sans suivi et celles que les visiteurs ne trouvent pas. 30 derniers jours.';
export const pagesRead = 'Pages explorées';
export const withCode = 'Avec le code de suivi';
export const withoutCode = 'Sans le code de suivi';
export const unread = (count: number) =>
  `${pluralize(count, 'page n’a pas pu être lue', 'pages n’ont pas pu être lues')} : leurs liens ne sont pas connus.`;
export const uncounted = 'Pages non suivies';
export const uncountedHint =
  'L’exploration n’exécute aucun script : les pages qui ont des visiteurs chargent peut-être le code via un gestionnaire de balises.';
export const noneUncounted = 'Chaque page charge le code de suivi.';
export const reasons: Readonly<Record<'missing' | 'other_uid' | 'forbidden_by_csp', string>> = {
  missing: 'pas de code de suivi',
  other_uid: 'code d’un autre site',
  forbidden_by_csp: 'bloqué par la politique de sécurité de la page',
};
export const unlinked = 'Visitées, mais sans lien';
export const unlinkedHint = 'Les pages visitées alors qu’aucune page du site n’y renvoie.';
export const noneUnlinked = 'Un lien mène à chaque page visitée.';
export const brokenLinks = 'Liens cassés les plus vus';
export const brokenLinksHint =
  'Triés par nombre de visiteurs de la page qui contient le lien. Commencez par le haut.';
export const link = 'Lien';
export const on = 'sur';
export const notFound = 'Pages introuvables';
export const notFoundHint =
  'Les pages demandées, d’où venaient les visiteurs et la page qu’ils cherchaient sans doute.';
export const noneNotFound = 'Aucune page introuvable n’a été demandée.';
export const logRequests = 'Dans le journal';
export const from = 'depuis';
export const redirects = 'Règles de redirection';
export const redirectsHint =
  'Pour les suggestions ci-dessus. Vérifiez-les avant de les ajouter à votre serveur web.';
export const rulesFor = (server: string) => `Règles de redirection pour ${server}`;
export const notCrawled = 'Trouver les pages sans code de suivi';
export const notCrawledHint =
  'Activez la surveillance du contenu ci-dessus. L’exploration quotidienne vérifie alors que chaque page charge le code de suivi, et liste les pages visitées auxquelles aucun lien ne mène.';
export const crawledSoon = 'Les pages seront vérifiées lors de la prochaine exploration.';
export const captureOff = (settings: ReactNode) => (
  <>
    Pour voir les pages introuvables, activez les pages 404 parmi les événements automatiques dans les{' '}
    {settings}.
  </>
);
export const settingsLink = 'paramètres du site';
export const more = 'En savoir plus sur la couverture';
