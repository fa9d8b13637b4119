/** What is known of the demonstration's visitors: language, place, screen and network. */
import type { Network } from '../../core/networks.ts';
import { PLACES } from './places.ts';
import type { Random } from './random.ts';

/** Languages of countries whose commonest one has another region, or several common ones. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  US: ['en-US', 'en-US', 'en-US', 'es-US'],
  CA: ['en-CA', 'en-CA', 'fr-CA'],
  CH: ['de-CH', 'de-CH', 'fr-CH'],
  GB: ['en-GB'],
  AU: ['en-AU'],
  IN: ['en-IN', 'hi-IN'],
  BR: ['pt-BR'],
  SE: ['sv-SE', 'en-SE'],
  JP: ['ja-JP'],
  AT: ['de-AT'],
  XX: ['en'],
};

const SCREENS = {
  mobile: ['phone', 'phone', 'phone', 'phone', 'phone', 'phone', 'phone', 'phone', 'tablet'],
  desktop: ['laptop', 'laptop', 'laptop', 'desktop', 'desktop', 'desktop', 'wide'],
} as const;

const NETWORKS: readonly Network[] = [
  ...Array<Network>(34).fill('access'),
  ...Array<Network>(4).fill('business'),
  'hosting',
  'vpn',
];

/** Returns the details of a visitor; some have none. */
export function detailsOf(
  { country, browser }: { readonly country: string; readonly browser: string },
  random: Random,
): Readonly<Record<string, string>> {
  const languages = LANGUAGES[country] ?? [`${country.toLowerCase()}-${country}`];
  const [region, city] = choose(PLACES[country] ?? [], random) ?? [];
  const screens = /Mobile|Android/.test(browser) ? SCREENS.mobile : SCREENS.desktop;
  return {
    ...of('language', choose(languages, random)),
    ...of('screen', choose<string>(screens, random)),
    ...of('region', region),
    ...of('city', city),
    ...of('network', choose(NETWORKS, random)),
  };
}

const of = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });

const choose = <Value>(values: readonly Value[], random: Random): Value | undefined =>
  values[Math.floor(random() * values.length)];
