/** Texts of the API keys page. */
import type { ReactNode } from 'react';

export const hasFullAccess = 'lecture et écriture';
export const isReadOnly = 'lecture seule';
export const neverUsed = 'jamais utilisée';
export const keyDetails = (hint: string, made: ReactNode, used: ReactNode) => (
  <>
    <code>{hint}</code> · créée {made} · {used}
  </>
);
export const renameKey = (name: string) => `Renommer ${name}`;
export const rename = 'Renommer';
export const revoke = 'Révoquer';
export const revokeKey = (name: string) => `Révoquer ${name}`;
export const revokeQuestion = 'Révoquer cette clé ?';
export const revokeConfirm = 'Révoquer la clé';
export const revokeHint = (name: ReactNode, hint: string) => (
  <>
    Tout ce qui utilise {name} (<code>{hint}</code>) cessera de fonctionner. Cette action est irréversible.
  </>
);
export const used = (at: ReactNode) => <>dernière utilisation {at}</>;
export const usageTitle = 'Utiliser une clé';
export const usageHint = 'Envoyez-la avec chaque requête. Celle-ci liste vos sites :';
export const apiReferenceLink = 'Référence de l’API';
export const reportsAndFilters = 'Rapports et filtres';
export const mcpLink = 'Connecter un assistant IA';
export const newKey = 'Nouvelle clé';
export const yourNewKey = 'Votre nouvelle clé';
export const keyName = 'la clé';
export const yourKeys = 'Vos clés';
export const noKeys = 'Aucune clé pour l’instant';
export const noKeysHint =
  'Les clés API permettent à vos propres programmes de lire les rapports, d’envoyer des données ou de gérer les sites.';
export const readOnly = 'Lecture seule';
export const readOnlyHint = 'Consulter les rapports et les paramètres.';
export const fullAccess = 'Lecture et écriture';
export const fullAccessHint =
  'Envoyer des données et modifier les paramètres, y compris supprimer des sites.';
export const submitKey = 'Créer la clé';
export const nameHint = 'L’usage de la clé, par ex. « rapport hebdomadaire ».';
export const scopeLegend = 'Autorisations';
