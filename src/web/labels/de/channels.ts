/** Names of channels, by those of the API. */
export const names = {
  Direct: 'Direkt',
  'Organic Search': 'Organische Suche',
  'Paid Search': 'Bezahlte Suche',
  'Organic Social': 'Soziale Netzwerke',
  'Paid Social': 'Bezahlt in sozialen Netzwerken',
  'AI Assistants': 'KI-Assistenten',
  Email: 'E-Mail',
  Referral: 'Andere Websites',
  Video: 'Video',
  Display: 'Display-Werbung',
  Affiliates: 'Affiliates',
  'Feed Readers': 'Feedreader',
  Internal: 'Intern',
};

export const why = (channel: string) => `Warum „${channel}“?`;
