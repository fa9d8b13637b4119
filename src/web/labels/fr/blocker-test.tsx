/** Texts of the test of content blockers. */
import { ServerLink } from '../../ui/server-link.tsx';

export const title = 'Bloqueurs de contenu';
export const hint =
  'Vérifie si une extension ou un réglage de ce navigateur bloque le script ou les données qu’il envoie. Rien n’est compté.';
export const test = 'Tester dans ce navigateur';
export const passed =
  'Rien n’est bloqué dans ce navigateur. Certaines listes ne bloquent que les requêtes d’autres sites : pour en être sûr, ouvrez une page de votre site et vérifiez que la visite apparaît dans la vue en direct.';
export const blocked = (
  <>
    Un bloqueur de ce navigateur arrête le code de suivi. Servez-le depuis votre propre domaine, ou donnez
    d’autres noms à ses adresses avec <code>FOOTFALL_SCRIPT_PATH</code> et{' '}
    <code>FOOTFALL_COLLECTOR_PATH</code>.{' '}
    <ServerLink href="/docs/snippet#content-blockers">Que faire contre les bloqueurs de contenu</ServerLink>
  </>
);
export const unreachable = 'Le serveur est injoignable. Réessayez plus tard.';
