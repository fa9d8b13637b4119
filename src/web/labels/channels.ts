/** Names of channels, by those of the API. */
export const names = {
  Direct: 'Direct',
  'Organic Search': 'Organic Search',
  'Paid Search': 'Paid Search',
  'Organic Social': 'Organic Social',
  'Paid Social': 'Paid Social',
  'AI Assistants': 'AI Assistants',
  Email: 'Email',
  Referral: 'Referral',
  Video: 'Video',
  Display: 'Display',
  Affiliates: 'Affiliates',
  'Feed Readers': 'Feed Readers',
  Internal: 'Internal',
};

export const why = (channel: string) => `Why is this ${channel}?`;
