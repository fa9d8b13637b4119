/** Names of channels, by those of the API. */
export const names = {
  Direct: 'Direct',
  'Organic Search': 'Recherche naturelle',
  'Paid Search': 'Recherche payante',
  'Organic Social': 'Réseaux sociaux',
  'Paid Social': 'Réseaux sociaux payants',
  'AI Assistants': 'Assistants IA',
  Email: 'E-mail',
  Referral: 'Autres sites',
  Video: 'Vidéo',
  Display: 'Display',
  Affiliates: 'Affiliés',
  'Feed Readers': 'Lecteurs de flux',
  Internal: 'Interne',
};

export const why = (channel: string) => `Pourquoi « ${channel} » ?`;
