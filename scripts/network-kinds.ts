/** Classifies autonomous systems (AS) by number and organization name, for the table of networks. */

/** Kinds that the table holds; all other public addresses are `access`. */
type ListedNetwork = 'hosting' | 'vpn' | 'business';

/** Autonomous systems that public lists name. */
export interface ListedSystems {
  readonly hosting: ReadonlySet<number>;
  readonly vpn: ReadonlySet<number>;
}

/** Organizations with private relays and secure web gateways, whose addresses visitors share, though lists call some of them hosting. */
const RELAYS_AND_GATEWAYS =
  /\b(cloudflare|fastly|zscaler|netskope|opendns|palo alto networks|check point (software|sse)|iboss|menlo security|forcepoint|cato networks)\b/i;
/** AS of Akamai with Apple's private relay; all others of Akamai are hosting. */
const AKAMAI_RELAYS = 36_183;

/** Words in names of hosting providers. */
const HOSTING =
  /hosting|\b(web)?hosts?\b|\bhosted\b|\bvps\b|\bcolo(cation)?\b|\bco-location\b|\bdedicated\b|data ?-?cent(er|re)s?\b|datacent|\bcloud(s|services)?\b|servers?\b|\bidc\b|\bbare ?metal\b/i;
/** Hosting providers whose names have none of these words. */
const HOSTING_COMPANIES =
  /\b(alibaba|aliyun|tencent|amazon\.com|amazon (data|technologies|web)|hetzner|ovh|scaleway|leaseweb|digitalocean|linode|vultr|constant company|contabo|rackspace|godaddy|hostinger|ionos|zenlayer|choopa|quadranet|psychz|m247|datacamp|clouvider|gcore|g-core|upcloud|kamatera|selectel|aruba s\.p\.a|netcup|worldstream|serverius|online s\.a\.s)\b/i;
/** Words in names of internet providers, only some of whose addresses are the servers that lists mean. */
const ACCESS =
  /tele(com|kom|fon|phone|tel)|telecom|mobil[eiy]|cellular|wireless|broadband|\bcable|fib(er|re|ra)|internet service|satellit|communications|\bisp\b|wideopenwest|chinanet|cncgroup|unicom/i;
/** Words in names of companies, universities and authorities. */
const ORGANIZATION =
  /universit|univers[ie]t|\bcolleges?\b|\bschools?\b|hochschule|rechenzentrum|\bbank|banco\b|banque|\binsurance|versicherung|assurance|hospital|\bclinic|klinik|\bhealth|ministr|ministerio|government|\bcounty\b|\bcity of\b|\bstate of\b|municipal|\bpolice|\barmy\b|military|\bairlines?\b|airport|railway|\bmotors?\b|pharma|petroleum|\bsteel\b|chemical|financ|securities|\bcapital\b|\binvest|laborator|research|department of|federal (reserve|agency)|parliament|senat\b|\bcourts?\b/i;

/** Returns the kind of an autonomous system; undefined for `access`, which most are. */
export function classifyNetwork(
  { number, name }: { readonly number: number; readonly name: string },
  { hosting, vpn }: ListedSystems,
): ListedNetwork | undefined {
  if (number === AKAMAI_RELAYS || RELAYS_AND_GATEWAYS.test(name)) return undefined;
  if (vpn.has(number)) return 'vpn';
  if (HOSTING_COMPANIES.test(name)) return 'hosting';
  const isAccess = ACCESS.test(name);
  if (HOSTING.test(name) && (!isAccess || hosting.has(number))) return 'hosting';
  if (isAccess) return undefined;
  if (ORGANIZATION.test(name)) return 'business';
  return hosting.has(number) ? 'hosting' : undefined;
}
