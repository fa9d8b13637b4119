import { ServerLink } from '../../ui/server-link.tsx';
export const pagesOfAllTime = 'Pages les plus vues depuis le début';
export const searchPages = 'Rechercher une page';
export const countedUpTo = (cachedAt: string, expiresAt: string) =>
  `Mis à jour à ${cachedAt} · prochaine mise à jour à ${expiresAt}`;
export const uniqueViews = 'Vues uniques';
export const uniqueHint = 'Vues par des visiteurs qui n’avaient pas encore vu la page ce jour-là';
export const emptyTitle = 'Aucune page vue pour l’instant';
export const emptyHint = (
  <>
    Une fois le code de suivi sur votre site, vos pages les plus vues s’affichent ici.{' '}
    <ServerLink href="/docs/getting-started">Comment démarrer</ServerLink>
  </>
);
export const noMatch = 'Aucun résultat';
export const showAllPages = 'Afficher toutes les pages';
