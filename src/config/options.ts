/** The table of every setting. `load.ts` reads it; `footfall help`, the README's table and the tests come from it too. */
import { LOG_FORMATS, LOG_LEVELS } from '../core/log.ts';
import { PLANS } from '../core/plans.ts';
import { COLLECTOR_PATH, SCRIPT_PATH } from '../core/visitor-paths.ts';
import * as type from './types.ts';

/** One setting of the process. */
export interface Option<Value = unknown> {
  /** Environment variable; the flag is the same without its prefix: `FOOTFALL_BASE_URL` is `--base-url`. */
  readonly variable: `FOOTFALL_${string}`;
  readonly type: type.OptionType<Value>;
  /** As an operator would write it; null when there is none. */
  readonly default: string | null;
  /** Text of the default column where the value alone does not explain it. */
  readonly defaultText?: string;
  /** One sentence. */
  readonly description: string;
  /** Shown only as "set" in a dump of the settings; of an address that is refused, all but its user and its query is shown. */
  readonly isSecret?: true | 'user and query';
}

const option = <Value>(row: Option<Value>): Option<Value> => row;

const FAVICON_MODES = ['on', 'off'] as const;
const TLS_MODES = ['acme'] as const;
const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';
const SIGNUP_MODES = ['open', 'approve', 'closed'] as const;

export const OPTIONS = {
  host: option({
    variable: 'FOOTFALL_HOST',
    type: type.host,
    default: '127.0.0.1',
    description: 'address to listen on; `0.0.0.0` for all of them',
  }),
  port: option({
    variable: 'FOOTFALL_PORT',
    type: type.integer({ minimum: 0, maximum: 65_535 }),
    default: '8790',
    description: 'port to listen on; 0 picks a free one, and the start line prints it',
  }),
  data: option({
    variable: 'FOOTFALL_DATA',
    type: type.text,
    default: './data',
    description: 'the data folder; everything that must be backed up is inside',
  }),
  baseUrl: option({
    variable: 'FOOTFALL_BASE_URL',
    type: type.baseUrl,
    default: null,
    defaultText: 'from the listen address',
    description:
      'public address, used in links, embed snippets and discovery; with a path (`https://example.org/stats`) everything is below it',
  }),
  tlsCert: option({
    variable: 'FOOTFALL_TLS_CERT',
    type: type.text,
    default: null,
    description:
      'PEM file of a certificate with its chain: the server then does TLS itself; a changed file is loaded within a minute',
  }),
  tlsKey: option({
    variable: 'FOOTFALL_TLS_KEY',
    type: type.text,
    default: null,
    description: 'PEM file of the private key for `FOOTFALL_TLS_CERT`',
  }),
  tls: option({
    variable: 'FOOTFALL_TLS',
    type: type.oneOf(TLS_MODES),
    default: null,
    description:
      '`acme` gets a certificate for the host of `FOOTFALL_BASE_URL` from an authority, and renews it; needs port 80',
  }),
  acmeEmail: option({
    variable: 'FOOTFALL_ACME_EMAIL',
    type: type.emailAddress,
    default: null,
    description: 'email address for notices of the authority',
  }),
  acmeUrl: option({
    variable: 'FOOTFALL_ACME_URL',
    type: type.url(['https:']),
    default: LETS_ENCRYPT,
    defaultText: "Let's Encrypt",
    description: 'ACME directory of the authority; by using it you accept its terms',
  }),
  httpPort: option({
    variable: 'FOOTFALL_HTTP_PORT',
    type: type.integer({ minimum: 0, maximum: 65_535 }),
    default: null,
    defaultText: '80 with `FOOTFALL_TLS=acme`, else none',
    description: 'port without TLS that redirects to the one with TLS',
  }),
  scriptPath: option({
    variable: 'FOOTFALL_SCRIPT_PATH',
    type: type.pathName,
    default: SCRIPT_PATH,
    description:
      'another name for `/embed/` in the address of the script, if content blockers block it; `/embed/` keeps working',
  }),
  collectorPath: option({
    variable: 'FOOTFALL_COLLECTOR_PATH',
    type: type.pathName,
    default: COLLECTOR_PATH,
    description: 'another name for `/page/`, which the script sends to; `/page/` keeps working',
  }),
  trustedProxies: option({
    variable: 'FOOTFALL_TRUSTED_PROXIES',
    type: type.cidrs,
    default: null,
    description: 'comma-separated CIDRs whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted',
  }),
  rateLimit: option({
    variable: 'FOOTFALL_RATE_LIMIT',
    type: type.integer({ minimum: 0, maximum: 1_000_000_000 }),
    default: '1000',
    description: 'rate limit: requests an hour per API key; 0 switches it off',
  }),
  defaultPlan: option({
    variable: 'FOOTFALL_DEFAULT_PLAN',
    type: type.oneOf(PLANS),
    default: 'ultra',
    description: 'plan of users added without `--plan`',
  }),
  signups: option({
    variable: 'FOOTFALL_SIGNUPS',
    type: type.oneOf(SIGNUP_MODES),
    default: 'approve',
    description:
      'agent signups: the mailed link suffices (`open`), the operator approves (`approve`), or none (`closed`)',
  }),
  smtpUrl: option({
    variable: 'FOOTFALL_SMTP_URL',
    type: type.smtpUrl,
    default: null,
    description:
      'mail relay, such as `smtp://user:password@mail.example:587`; without it no mail is sent, only logged',
    isSecret: true,
  }),
  mailFrom: option({
    variable: 'FOOTFALL_MAIL_FROM',
    type: type.mailbox,
    default: null,
    description: 'sender of mails, such as `Footfall <stats@example.org>`',
  }),
  geoDb: option({
    variable: 'FOOTFALL_GEO_DB',
    type: type.text,
    default: null,
    defaultText: 'the embedded country database',
    description: 'path of another MaxMind-format file (country or city)',
  }),
  networksDb: option({
    variable: 'FOOTFALL_NETWORKS_DB',
    type: type.text,
    default: null,
    defaultText: 'the embedded table of networks',
    description: 'path of a MaxMind-format file of networks, such as Anonymous IP',
  }),
  geoServiceUrl: option({
    variable: 'FOOTFALL_GEO_SERVICE_URL',
    type: type.geoTemplate,
    default: null,
    description: 'external lookup, `{ip}` is replaced; answers JSON with `country` or `country_code`',
    isSecret: true,
  }),
  spamListUrl: option({
    variable: 'FOOTFALL_SPAM_LIST_URL',
    type: type.url(['http:', 'https:']),
    default: null,
    description:
      'list of spam referrer hosts, one per line, `#` for comments; fetched once a day, beside the built-in list',
    isSecret: 'user and query',
  }),
  llmUrl: option({
    variable: 'FOOTFALL_LLM_URL',
    type: type.url(['http:', 'https:']),
    default: null,
    description: 'OpenAI-compatible endpoint for insight texts; without it they are built from templates',
    isSecret: true,
  }),
  llmModel: option({
    variable: 'FOOTFALL_LLM_MODEL',
    type: type.text,
    default: null,
    description: 'model to use for insight texts',
  }),
  llmKey: option({
    variable: 'FOOTFALL_LLM_KEY',
    type: type.token,
    default: null,
    description: 'API key for the endpoint of `FOOTFALL_LLM_URL`',
    isSecret: true,
  }),
  allowPrivateTargets: option({
    variable: 'FOOTFALL_ALLOW_PRIVATE_TARGETS',
    type: type.cidrs,
    default: null,
    description: 'private CIDRs that webhooks, uptime checks and the crawler may reach',
  }),
  uptimeInterval: option({
    variable: 'FOOTFALL_UPTIME_INTERVAL',
    type: type.integer({ minimum: 1, maximum: 86_400 }),
    default: '60',
    description: 'seconds between checks of a monitor',
  }),
  uptimeConfirm: option({
    variable: 'FOOTFALL_UPTIME_CONFIRM',
    type: type.integer({ minimum: 1, maximum: 100 }),
    default: '3',
    description: 'failed checks in a row before a monitor is down',
  }),
  connectivityProbes: option({
    variable: 'FOOTFALL_CONNECTIVITY_PROBES',
    type: type.endpoints,
    default: '1.1.1.1:443,8.8.8.8:443,9.9.9.9:443',
    description: 'addresses tried by TCP before a monitor is declared down; empty switches that off',
  }),
  favicons: option({
    variable: 'FOOTFALL_FAVICONS',
    type: type.oneOf(FAVICON_MODES),
    default: 'on',
    description: 'whether the server fetches the icons of sites and referrers that it does not carry itself',
  }),
  releasesUrl: option({
    variable: 'FOOTFALL_RELEASES_URL',
    type: type.url(['http:', 'https:']),
    default: null,
    description:
      'URL of a JSON document with the newest release (`tag_name` or `version`), requested once a day; the dashboard then shows the operator that a newer release is available',
  }),
  hitsUrl: option({
    variable: 'FOOTFALL_HITS_URL',
    type: type.hitsUrl,
    default: null,
    defaultText: 'the data folder',
    description:
      'ClickHouse database that keeps hits, events and agent visits: `clickhouse+http://user:password@host:8123/database`, `clickhouse+https://…`, with `?cluster=NAME` for a cluster',
    isSecret: true,
  }),
  exportUrl: option({
    variable: 'FOOTFALL_EXPORT_URL',
    type: type.exportPlace,
    default: null,
    description:
      'where to export each finished day of each site every night, and a backup every week: `file:///folder` or `s3://bucket/prefix`',
  }),
  s3Endpoint: option({
    variable: 'FOOTFALL_S3_ENDPOINT',
    type: type.url(['http:', 'https:']),
    default: null,
    defaultText: 'that of AWS',
    description: 'address of the S3 service of `FOOTFALL_EXPORT_URL`',
  }),
  s3Region: option({
    variable: 'FOOTFALL_S3_REGION',
    type: type.token,
    default: null,
    defaultText: '`us-east-1`',
    description: 'region of the bucket',
  }),
  s3AccessKeyId: option({
    variable: 'FOOTFALL_S3_ACCESS_KEY_ID',
    type: type.token,
    default: null,
    description: 'id of the key that may write to the bucket',
  }),
  s3SecretAccessKey: option({
    variable: 'FOOTFALL_S3_SECRET_ACCESS_KEY',
    type: type.token,
    default: null,
    description: 'the key itself',
    isSecret: true,
  }),
  logLevel: option({
    variable: 'FOOTFALL_LOG_LEVEL',
    type: type.oneOf(LOG_LEVELS),
    default: 'info',
    description: 'lowest level that is logged',
  }),
  logFormat: option({
    variable: 'FOOTFALL_LOG_FORMAT',
    type: type.oneOf(LOG_FORMATS),
    default: null,
    defaultText: '`pretty` on a terminal, else `json`',
    description: 'format of log lines',
  }),
  memoryLimit: option({
    variable: 'FOOTFALL_MEMORY_LIMIT',
    type: type.bytes({ minimum: 128 * 1024 ** 2 }),
    default: null,
    defaultText: 'a quarter of the machine or its control group, 128 MB to 1 GB',
    description:
      'memory of the analytics engine, such as `512MB` or `2GB`: reports have up to 480 MB of it, or two fifths if that is more',
  }),
} satisfies Record<string, Option>;

export type OptionKey = keyof typeof OPTIONS;

type ValueOf<Row> = Row extends Option<infer Value> ? Value : never;

/** Every setting, read and checked; null where none was given and there is no default. */
export type Config = { readonly [Key in OptionKey]: ConfigValue<Key> };

type Defaulted =
  | 'host'
  | 'port'
  | 'data'
  | 'acmeUrl'
  | 'scriptPath'
  | 'collectorPath'
  | 'trustedProxies'
  | 'rateLimit'
  | 'defaultPlan'
  | 'signups'
  | 'allowPrivateTargets'
  | 'uptimeInterval'
  | 'uptimeConfirm'
  | 'connectivityProbes'
  | 'favicons'
  | 'logLevel';
type ConfigValue<Key extends OptionKey> = Key extends Defaulted
  ? ValueOf<(typeof OPTIONS)[Key]>
  : ValueOf<(typeof OPTIONS)[Key]> | null;

/** `--base-url` for `FOOTFALL_BASE_URL`. */
export const toFlag = (option: Option): string =>
  option.variable.slice('FOOTFALL_'.length).toLowerCase().replaceAll('_', '-');
