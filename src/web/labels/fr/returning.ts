/** Texts of the page of returning visitors. */

export const title = 'Visiteurs récurrents';
export const hint =
  'Seuls les visiteurs identifiés par vos pages ou vos appels d’API sont comptés. Le tableau indique combien de nouveaux visiteurs d’une semaine sont revenus 1, 2 semaines ou plus après.';
export const emptyTitle = 'Aucun visiteur identifié pour l’instant';
export const emptyHint =
  'Les visiteurs anonymes reçoivent un nouvel identifiant chaque jour : impossible de savoir qui revient. Si vos visiteurs se connectent à un compte sur votre site, vos pages peuvent envoyer un identifiant pour eux.';
export const week = 'Semaine du';
export const newVisitors = 'Nouveaux';
export const returningVisitors = 'Récurrents';
export const weeksLater = (count: number) => (count === 1 ? '1 semaine après' : `${count} semaines après`);
