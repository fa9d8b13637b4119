/** Places that content delivery networks name in headers of the requests that they forward. */
import { isCountryCode, UNKNOWN_COUNTRY } from '../../core/country-code.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { NOWHERE, type Place } from '../../ingest/place.ts';
import { hasControlCharacter, isLongerThan } from '../../lib/text.ts';

interface LocationHeaders {
  readonly country: string;
  /** The first one that is there is read. */
  readonly region: readonly string[];
  readonly city: string;
}

/** Names of headers, by their network's documentation. */
const NETWORKS: readonly LocationHeaders[] = [
  // Cloudflare, with the managed transform "Add visitor location headers"
  { country: 'cf-ipcountry', region: ['cf-region'], city: 'cf-ipcity' },
  // Amazon CloudFront
  {
    country: 'cloudfront-viewer-country',
    region: ['cloudfront-viewer-country-region-name', 'cloudfront-viewer-country-region'],
    city: 'cloudfront-viewer-city',
  },
  // Vercel
  { country: 'x-vercel-ip-country', region: ['x-vercel-ip-country-region'], city: 'x-vercel-ip-city' },
  // Google App Engine
  { country: 'x-appengine-country', region: ['x-appengine-region'], city: 'x-appengine-city' },
];

/** Reads the place that a trusted proxy names; undefined where it names none. A name that cannot be one is left out. */
export function readLocationHeaders(headers: Headers): Place | undefined {
  const network = NETWORKS.find(({ region, city }) => [city, ...region].some(name => headers.has(name)));
  if (!network) return undefined;
  const country = headers.get(network.country)?.toUpperCase();
  const region = network.region.find(name => headers.has(name));
  return {
    country: country !== undefined && isCountryCode(country) && country !== UNKNOWN_COUNTRY ? country : null,
    region: region === undefined ? NOWHERE.region : readName(headers.get(region), MAX_LENGTH.region),
    city: readName(headers.get(network.city), MAX_LENGTH.city),
  };
}

/** Reads a name: UTF-8, percent-encoded by some. */
function readName(value: string | null, maxLength: number): string | null {
  const name = decode(value ?? '').trim();
  const isName = name !== '' && name !== '?' && !isLongerThan(name, maxLength) && !hasControlCharacter(name);
  return isName ? name : null;
}

function decode(value: string): string {
  // Headers arrive as Latin-1, one character for each byte.
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString('utf8');
  const utf8 = text.includes('\ufffd') ? value : text;
  try {
    return decodeURIComponent(utf8);
  } catch {
    return utf8;
  }
}
