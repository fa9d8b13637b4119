/** Labels of the ignore rules. */

import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';

export const LISTS = [
  {
    name: 'paths',
    label: labels.paths,
    hint: labels.pathsHint,
    example: '/admin/*\n/preview/*',
  },
  {
    name: 'ip_ranges',
    label: labels.ipAddresses,
    hint: labels.ipAddressesHint,
    example: '203.0.113.7\n2001:db8::/32',
  },
  { name: 'countries', label: shared.countries, hint: labels.ignoredCountriesHint, example: 'AQ' },
  {
    name: 'referrers',
    label: shared.referrers,
    hint: labels.referrersHint,
    example: 'staging.example.org\nhttps://example.org/internal/',
  },
  {
    name: 'user_agents',
    label: labels.userAgents,
    hint: labels.userAgentsHint,
    example: 'Screenly',
  },
] as const;

export type ListName = (typeof LISTS)[number]['name'];
