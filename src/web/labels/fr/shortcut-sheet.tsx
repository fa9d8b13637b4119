/** Texts of the list of keyboard shortcuts. */
import type { ReactNode } from 'react';

export const singleKeys = 'Activer les raccourcis à une touche';
export const singleKeysHint = (keys: ReactNode) => (
  <>
    À désactiver si vous utilisez la commande vocale ou appuyez sur des touches par erreur. {keys} reste actif
    et permet de retrouver cette liste. Enregistré dans ce navigateur uniquement.
  </>
);
