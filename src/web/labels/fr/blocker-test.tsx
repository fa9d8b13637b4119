/** Texts of the test of content blockers. */
import { ServerLink } from '../../ui/server-link.tsx';

export const title = 'Bloqueurs de contenu';
export const hint =
  'Vérifie si une extension ou un réglage de ce navigateur bloque le code de suivi ou les données qu’il envoie. Rien n’est compté.';
export const test = 'Tester dans ce navigateur';
export const passed =
  'Rien n’est bloqué dans ce navigateur. Certains bloqueurs n’agissent que sur d’autres sites : pour en avoir le cœur net, ouvrez une page de votre site et vérifiez que votre visite apparaît dans Temps réel.';
export const blocked = (
  <>
    Un bloqueur de contenu de ce navigateur bloque le code de suivi. Servez-le depuis votre propre domaine, ou
    renommez ses chemins avec <code>FOOTFALL_SCRIPT_PATH</code> et <code>FOOTFALL_COLLECTOR_PATH</code>.{' '}
    <ServerLink href="/docs/snippet#content-blockers">Que faire contre les bloqueurs de contenu</ServerLink>
  </>
);
export const unreachable = 'Le serveur est injoignable. Réessayez plus tard.';
