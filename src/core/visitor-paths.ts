/** First parts of the addresses of the script and of the collector, unless the operator names others. */
export const SCRIPT_PATH = 'embed';
/** The same as `collector`, under a name that blocklists do not have. */
export const COLLECTOR_PATH = 'page';

/** First parts of the server's other addresses: no other name may be one of them. */
export const TAKEN_PATHS: readonly string[] = [
  'activate',
  'api',
  'badge',
  'batch',
  'collector',
  'deploy',
  'docs',
  'favicons',
  'groups',
  'healthz',
  'heartbeat',
  'join',
  'kudos',
  'login',
  'mcp',
  'metrics',
  'operator',
  'pixel',
  'public',
  'reset',
  'session',
  'settings',
  'setup',
  'shared',
  'sites',
  'status',
  'team',
  'unsubscribe',
  'webmention',
  'widgets',
];
