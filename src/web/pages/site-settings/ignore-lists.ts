/** The lists of rules by which visits are ignored, in words. */
export const LISTS = [
  {
    name: 'paths',
    label: 'Paths',
    hint: 'Whole paths; * stands for anything.',
    example: '/admin/*\n/preview/*',
  },
  {
    name: 'ip_ranges',
    label: 'IP addresses',
    hint: 'Single ones or ranges. For your own, search the web for “my IP address”; many change from day to day.',
    example: '203.0.113.7\n2001:db8::/32',
  },
  { name: 'countries', label: 'Countries', hint: 'Two letters each; XX for unknown ones.', example: 'AQ' },
  {
    name: 'referrers',
    label: 'Referrers',
    hint: 'A host with everything below it, or the beginning of an address.',
    example: 'staging.example.org\nhttps://example.org/internal/',
  },
  {
    name: 'user_agents',
    label: 'User agents',
    hint: 'A part of what the browser calls itself, at least 3 characters.',
    example: 'Screenly',
  },
] as const;

export type ListName = (typeof LISTS)[number]['name'];
