/**
 * Where registries answer questions about domains over RDAP, for the top-level domains that most sites have.
 * Origin: the registries' own entries in IANA's bootstrap registry for domain names (RFC 9224), which is in the public
 * domain; as of 2026-08. All others are looked up through the redirecting service of rdap.org, which follows that
 * registry, so that a line is needed here only to spare the detour. To refresh: compare with the entries of
 * https://data.iana.org/rdap/dns.json.
 */
export const RDAP_SERVERS: Readonly<Record<string, string>> = {
  ai: 'https://rdap.identitydigital.services/rdap/',
  app: 'https://pubapi.registry.google/rdap/',
  ca: 'https://rdap.ca.fury.ca/rdap/',
  com: 'https://rdap.verisign.com/com/v1/',
  dev: 'https://pubapi.registry.google/rdap/',
  fi: 'https://rdap.fi/rdap/rdap/',
  fr: 'https://rdap.nic.fr/',
  info: 'https://rdap.identitydigital.services/rdap/',
  net: 'https://rdap.verisign.com/net/v1/',
  nl: 'https://rdap.sidn.nl/',
  org: 'https://rdap.publicinterestregistry.org/rdap/',
  page: 'https://pubapi.registry.google/rdap/',
  shop: 'https://rdap.gmoregistry.net/rdap/',
  uk: 'https://rdap.nominet.uk/uk/',
  xyz: 'https://rdap.centralnic.com/xyz/',
};

/** Redirects to the registry of any top-level domain that has RDAP. */
export const RDAP_REDIRECTOR = 'https://rdap.org/';

/** Names the WHOIS server of each top-level domain. */
export const WHOIS_ROOT = { host: 'whois.iana.org', port: 43 } as const;
