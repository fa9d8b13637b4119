/** Files of other tools as their exporters write them, with the odd rows that real ones have. */
import {
  FATHOM,
  FATHOM_ROWS,
  GA4_CSV,
  GA4_JSON,
  GOATCOUNTER_JSON,
  MATOMO_DAYS,
  PLAUSIBLE,
  POINTS_CSV,
  POINTS_JSON,
} from './day-fixtures.ts';
import { zip } from './zip.ts';

const SITE = '00000000-0000-4000-8000-00000000000a';
const OTHER = '00000000-0000-4000-8000-00000000000b';
const SESSION = '5f3b7c1e-0000-5000-8000-000000000001';
const PHONE = '5f3b7c1e-0000-5000-8000-000000000002';
const EVENT = 'e0000000-0000-4000-8000-00000000000';
const VISIT = 'aaaaaaaa-0000-5000-8000-000000000001';

/** Returns lines of COPY. */
const copied = (table: string, columns: string, rows: readonly (readonly string[])[]): string =>
  [`COPY public.${table} (${columns}) FROM stdin;`, ...rows.map(row => row.join('\t')), '\\.', '', ''].join(
    '\n',
  );

/** Rows of `website_event` as Umami 2 has them; the columns of the hits are those that the tests ask for. */
const EVENT_COLUMNS =
  'event_id, website_id, session_id, created_at, url_path, url_query, referrer_path, referrer_query, referrer_domain, page_title, event_type, event_name, visit_id, tag, hostname';
const eventRow = (
  id: number,
  [website, session, time, path, query]: readonly string[],
  {
    domain = '\\N',
    referrer = '\\N',
    type = '1',
    name = '\\N',
    host = 'site.example',
  }: Readonly<Record<string, string>> = {},
): string[] =>
  [
    [`${EVENT}${id}`, website, session, time, path, query, referrer, '\\N', domain],
    ['A\\ttitle', type, name, VISIT, '\\N', host],
  ].flat() as string[];

const EVENT_ROWS = [
  eventRow(1, [SITE, SESSION, '2026-03-02 08:00:00.123+00', '/a', 'utm_source=letter&x=1'], {
    domain: 'news.example',
    referrer: '/item',
  }),
  eventRow(2, [SITE, SESSION, '2026-03-02 09:00:10+01', '/a', '\\N'], { type: '2', name: 'signup-button' }),
  eventRow(3, [SITE, PHONE, '2026-03-02 09:30:00+00', '/b\\\\c', '\\N'], { host: 'shop.site.example' }),
  eventRow(4, [OTHER, PHONE, '2026-03-02 09:30:00+00', '/other', '\\N'], { host: 'other.example' }),
  eventRow(5, [SITE, PHONE, '2026-03-02 09:31:00+00', '/b', '\\N'], { type: '5' }),
  eventRow(6, [SITE, PHONE, 'yesterday', '/b', '\\N']),
];
const WEBSITES = [
  [SITE, 'Ours', 'www.site.example', '\\N', '\\N', '2025-01-01 00:00:00+00'],
  [OTHER, 'Another', 'other.example', '\\N', '\\N', '2025-01-01 00:00:00+00'],
];
const LAPTOP = ['edge-chromium', 'Windows 10', 'laptop', '1920x1080'];
const SESSIONS = [
  [SESSION, SITE, ...LAPTOP, 'de-DE', 'DE', 'DE-BE', 'Berlin', '2026-03-02 08:00:00+00'],
  [PHONE, SITE, 'ios', 'iOS', 'mobile', '390x844', 'en', '\\N', '\\N', '\\N', '2026-03-02 09:30:00+00'],
];
const SESSION_COLUMNS =
  'session_id, website_id, browser, os, device, screen, language, country, region, city, created_at';
const WEBSITE_COLUMNS = 'website_id, name, domain, share_id, deleted_at, created_at';

const HEAD = `--
-- PostgreSQL database dump
--

\\restrict abc

SET statement_timeout = 0;

CREATE TABLE public.website_event (
    event_id uuid NOT NULL,
    website_id uuid NOT NULL
);

`;

const DATA_COLUMNS =
  'event_data_id, website_id, website_event_id, data_key, string_value, number_value, date_value, data_type';
const dataRow = (
  event: number,
  website: string,
  [key, text, number, type]: readonly [string, string, string, string],
): string[] => [VISIT, website, `${EVENT}${event}`, key, text, number, '\\N', type];
const EVENT_DATA = [
  dataRow(2, SITE, ['plan', 'pro, "x"', '\\N', '1']),
  dataRow(2, SITE, ['seats.used', '12.5000', '12.5000', '2']),
  dataRow(4, OTHER, ['plan', 'COPY public.website_event (a) FROM stdin;', '\\N', '1']),
  dataRow(2, SITE, ['trial', 'true', '\\N', '3']),
  dataRow(2, SITE, ['an odd name', 'x', '\\N', '1']),
  dataRow(1, SITE, ['author', 'Ann', '\\N', '1']),
];
const REVENUE_COLUMNS =
  'revenue_id, website_id, session_id, event_id, event_name, currency, revenue, created_at';
const REVENUE = [
  [VISIT, SITE, SESSION, `${EVENT}2`, 'signup-button', 'eur', '49.9000', '2026-03-02 08:00:10+00'],
  [VISIT, SITE, SESSION, `${EVENT}1`, 'none', 'coins', '1.0000', '2026-03-02 08:00:10+00'],
];

/** pg_dump of Umami 2. */
export const UMAMI_COPY = `${HEAD}${copied('event_data', DATA_COLUMNS, EVENT_DATA)}${copied('revenue', REVENUE_COLUMNS, REVENUE)}${copied('session', SESSION_COLUMNS, SESSIONS)}${copied('"user"', 'user_id, username', [[SITE, 'admin']])}${copied('website', WEBSITE_COLUMNS, WEBSITES)}${copied('website_event', EVENT_COLUMNS, EVENT_ROWS)}--
-- PostgreSQL database dump complete
--
`;

const quote = (value: string, isMysql: boolean): string => {
  if (value === '\\N') return 'NULL';
  if (/^\d$/.test(value)) return value;
  const text = value.replace('\\t', '\t').replace('\\\\', '\\');
  return `'${isMysql ? text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\t', '\\t') : text.replaceAll("'", "''")}'`;
};
const values = (row: readonly string[], isMysql = false): string =>
  `(${row.map(value => quote(value, isMysql)).join(isMysql ? ',' : ', ')})`;
const createTable = (name: string, columns: string, mark: string): string =>
  `CREATE TABLE ${name} (\n${columns
    .split(', ')
    .map(column => `    ${mark}${column}${mark} varchar(36) NOT NULL`)
    .join(',\n')},\n    PRIMARY KEY (${mark}x${mark})\n);\n\n`;

/** pg_dump --inserts of the same: no names of columns but those of the tables, several lines in a title. */
export const UMAMI_INSERTS = `${createTable('public.session', SESSION_COLUMNS, '')}${createTable('public.website', WEBSITE_COLUMNS, '')}${createTable('public.website_event', EVENT_COLUMNS, '')}${createTable('public.event_data', DATA_COLUMNS, '')}${[
  ...SESSIONS.map(row => `INSERT INTO public.session VALUES ${values(row)};`),
  ...WEBSITES.map(row => `INSERT INTO public.website VALUES ${values(row)} ON CONFLICT DO NOTHING;`),
  `INSERT INTO public.website_event VALUES\n\t${EVENT_ROWS.map(row =>
    values(row.map(value => (value === 'A\\ttitle' ? "It's;\nINSERT INTO (1, 'x')" : value))),
  ).join(',\n\t')};`,
  ...EVENT_DATA.map(row => `INSERT INTO public.event_data VALUES ${values(row)};`),
].join('\n')}\n`;

/** mysqldump of the same: times without a zone, one line for many rows. */
const inUtc = (row: readonly string[]): string[] =>
  row.map(value =>
    value === '2026-03-02 09:00:10+01' ? '2026-03-02 08:00:10' : value.replace(/(:\d\d(\.\d+)?)\+00$/, '$1'),
  );
const mysqlTable = (name: string, columns: string, rows: readonly (readonly string[])[]): string =>
  `DROP TABLE IF EXISTS \`${name}\`;\n${createTable(`\`${name}\``, columns, '`')}LOCK TABLES \`${name}\` WRITE;\nINSERT INTO \`${name}\` VALUES ${rows.map(row => values(inUtc(row), true)).join(',')};\nUNLOCK TABLES;\n`;
export const UMAMI_MYSQL = `-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\n${mysqlTable('event_data', DATA_COLUMNS, EVENT_DATA)}${mysqlTable('session', SESSION_COLUMNS, SESSIONS)}${mysqlTable('website', WEBSITE_COLUMNS, WEBSITES)}${mysqlTable('website_event', EVENT_COLUMNS, EVENT_ROWS)}`;

/** pg_dump of Umami 1: tables of visits come before those of sessions. */
export const UMAMI_1 = `${HEAD.replace('website_event', 'pageview')}${copied(
  'event',
  'event_id, website_id, session_id, created_at, url, event_name, event_uuid',
  [['1', '1', '7', '2026-03-02 08:00:10+00', '/a', 'signup-button', SITE]],
)}${copied('pageview', 'view_id, website_id, session_id, created_at, url, referrer', [
  ['1', '1', '7', '2026-03-02 08:00:00.123+00', '/a?utm_source=letter&x=1', 'https://news.example/item'],
  ['2', '2', '8', '2026-03-02 08:00:00+00', '/other', ''],
])}${copied(
  'session',
  'session_id, session_uuid, website_id, created_at, hostname, browser, os, device, screen, language, country',
  [['7', SESSION, '1', '2026-03-02 08:00:00+00', 'site.example', ...LAPTOP, 'de', 'DE']],
)}${copied('website', 'website_id, website_uuid, user_id, name, domain', [
  ['1', SITE, '1', 'Ours', 'site.example'],
  ['2', OTHER, '1', 'Another', 'other.example'],
])}`;

/** CSV with what the session knows in every row, as the cloud exports it. */
const CLOUD_COLUMNS =
  'website_id,session_id,visit_id,event_id,hostname,browser,os,device,country,url_path,url_query,referrer_path,referrer_domain,page_title,event_type,event_name,created_at';
const CLOUD_ROWS = [
  `${SITE},${SESSION},${VISIT},${EVENT}1,site.example,edge-chromium,Windows 10,laptop,DE,/a,utm_source=letter&x=1,/item,news.example,"A, ""title""",1,,2026-03-02 08:00:00`,
  `${SITE},${SESSION},${VISIT},${EVENT}2,site.example,edge-chromium,Windows 10,laptop,DE,/a,,,,A,2,signup-button,2026-03-02 08:00:10`,
  `${SITE},${PHONE},${VISIT},${EVENT}3,shop.site.example,ios,iOS,mobile,\\N,/b,,,,A,1,,2026-03-02 09:30:00`,
];
export const UMAMI_CSV = `${[CLOUD_COLUMNS, ...CLOUD_ROWS].join('\r\n')}\r\n`;
export const UMAMI_CLOUD = zip({
  'website_event.csv': UMAMI_CSV,
  'event_data.csv': [
    'website_id,session_id,event_id,url_path,event_name,data_key,string_value,number_value,date_value,data_type,created_at',
    `${SITE},${SESSION},${EVENT}2,/a,signup-button,plan,pro,\\N,\\N,1,2026-03-02 08:00:10`,
    `${SITE},${SESSION},${EVENT}2,/a,signup-button,seats,\\N,5,\\N,2,2026-03-02 08:00:10`,
  ].join('\n'),
  'session_data.csv': [
    'website_id,session_id,data_key,string_value,number_value,date_value,data_type,created_at',
    `${SITE},${SESSION},customer,ann,\\N,\\N,1,2026-03-02 08:00:00`,
  ].join('\n'),
});

/** A visit as Matomo 5 answers it, of a site in the zone of Berlin: times of actions are an hour ahead. */
const FIRST = Date.parse('2026-03-02T08:00:00Z') / 1000;
const AHEAD = 3600;
const viewOf = (host: string) => {
  const url = `https://${host}/a?x=1`;
  return { type: 'action', url, pageTitle: 'A } "title"', timestamp: FIRST + AHEAD };
};
const matomoVisit = (
  idSite: number,
  host: string,
  fields: Readonly<Record<string, unknown>> = {},
  actions: readonly object[] = [{ ...viewOf(host), timeSpent: '10' }],
) => ({
  idSite: String(idSite),
  idVisit: '1',
  visitIp: '203.0.0.0',
  visitorId: 'a1b2c3d4e5f60718',
  actionDetails: actions,
  siteName: host,
  serverTimestamp: FIRST + 30,
  firstActionTimestamp: FIRST,
  lastActionTimestamp: FIRST + 30,
  referrerType: 'website',
  referrerName: 'news.example',
  referrerUrl: 'https://news.example/item',
  deviceType: 'Computer',
  deviceTypeIcon: 'plugins/Morpheus/icons/dist/devices/desktop.png',
  operatingSystem: 'Windows 10',
  operatingSystemName: 'Windows',
  browserName: 'Microsoft Edge',
  countryCode: 'de',
  ...fields,
});
const MATOMO_VISITS = [
  matomoVisit(1, 'site.example', {}, [
    viewOf('www.site.example'),
    {
      type: 'event',
      url: 'https://site.example/a',
      eventCategory: 'Video',
      eventAction: 'play',
      eventName: 'Intro',
      timestamp: FIRST + AHEAD + 10,
    },
    { type: 'goal', goalName: 'Order', timestamp: FIRST + AHEAD + 10 },
    { type: 'outlink', url: 'https://other.example/x', timestamp: FIRST + AHEAD + 20 },
    { type: 'download', url: 'https://site.example/a.zip', timestamp: FIRST + AHEAD + 30 },
  ]),
  matomoVisit(2, 'other.example'),
];
const CAMPAIGN = matomoVisit(1, 'site.example', {
  idVisit: '3',
  visitorId: 'b1b2c3d4e5f60718',
  referrerType: 'campaign',
  referrerName: 'letter',
  referrerUrl: '',
  countryCode: 'xx',
  deviceType: 'Smartphone',
  deviceTypeIcon: 'plugins/Morpheus/icons/dist/devices/smartphone.png',
  operatingSystemName: 'iOS',
  browserName: 'Mobile Safari',
});

/** Two pages of answers behind one another, and an error in the place of a third. */
export const MATOMO = `${JSON.stringify(MATOMO_VISITS)}\n${JSON.stringify([CAMPAIGN], null, 2)}\n{"result":"error","message":"Too slow"}\n`;

const GOATCOUNTER = `2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date
/a,A,false,,Firefox 120,Linux,1a,0,news.example/item,h,"1920,1080,1",NL-NH,true,2026-03-02T08:00:00Z
/b,B,false,,,,2b,3,,,,,true,2026-03-02T09:00:00Z
`;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const LOG_TIME = '02/Mar/2026:13:55:36 +0200';
const COMMON = `203.0.113.7 - - [${LOG_TIME}] "GET /a HTTP/1.1" 200 512`;
const CADDY = {
  level: 'info',
  ts: 1_772_452_536.25,
  logger: 'http.log.access.log0',
  msg: 'handled request',
  request: {
    remote_ip: '203.0.113.7',
    proto: 'HTTP/2.0',
    method: 'GET',
    host: 'site.example',
    uri: '/a',
    headers: { 'User-Agent': [CHROME] },
  },
  duration: 0.01,
  size: 512,
  status: 200,
};
const TRAEFIK = {
  ClientHost: '203.0.113.7',
  DownstreamStatus: 200,
  RequestHost: 'site.example',
  RequestMethod: 'GET',
  RequestPath: '/a',
  StartUTC: '2026-03-02T11:55:36.000000000Z',
  'request_User-Agent': CHROME,
};
const NGINX = {
  time_iso8601: '2026-03-02T13:55:36+02:00',
  remote_addr: '203.0.113.7',
  request: 'GET /a HTTP/1.1',
  status: '200',
  http_user_agent: CHROME,
};
const CLOUDFRONT = {
  date: '2026-03-02',
  time: '11:55:36',
  'c-ip': '203.0.113.7',
  'cs-method': 'GET',
  'cs-uri-stem': '/a',
  'sc-status': '200',
  'cs(User-Agent)': encodeURIComponent(CHROME),
};

/** Logs of each kind, by the name of a file. */
const ACCESS_LOGS = {
  'common.log': COMMON,
  'combined.log': `${COMMON} "-" "${CHROME}"`,
  'vhost.log': `site.example:443 ${COMMON} "-" "${CHROME}"`,
  'traefik.log': `${COMMON} "-" "-" 4 "web@docker" "http://10.0.0.2:80" 3ms`,
  'caddy.json': JSON.stringify(CADDY),
  'traefik.json': JSON.stringify(TRAEFIK),
  'nginx.json': JSON.stringify(NGINX),
  'cloudfront.json': JSON.stringify(CLOUDFRONT),
  'cloudfront.log': `#Version: 1.0\n#Fields: ${Object.keys(CLOUDFRONT).join(' ')}\n${Object.values(CLOUDFRONT).join('\t')}`,
};

/** Archives whose files are read together only. */
export const ARCHIVES: readonly (readonly [
  format: string,
  name: string,
  files: Readonly<Record<string, string>>,
])[] = [['goatcounter', 'goatcounter-export.zip', GOATCOUNTER_JSON]];

/** A file of every format that has readers, for the site https://site.example. A format may have several. */
export const FIXTURES: readonly (readonly [format: string, name: string, content: string])[] = [
  ...Object.entries(PLAUSIBLE).map(([name, content]) => ['plausible', name, content] as const),
  ['umami', 'umami.sql', UMAMI_COPY],
  ['umami', 'inserts.sql', UMAMI_INSERTS],
  ['umami', 'mysql.sql', UMAMI_MYSQL],
  ['umami', 'umami-1.sql', UMAMI_1],
  ['umami', 'website_event.csv', UMAMI_CSV],
  ['matomo', 'matomo.json', MATOMO],
  ['matomo', 'matomo-days.json', MATOMO_DAYS],
  ['goatcounter', 'goatcounter.csv', GOATCOUNTER],
  ['ga4', 'ga4.csv', GA4_CSV],
  ['ga4', 'ga4.json', GA4_JSON],
  ['simple-analytics', 'points.csv', POINTS_CSV],
  ['simple-analytics', 'points.json', POINTS_JSON],
  ['simple-analytics', 'days.csv', 'date,pageviews,visitors\n2026-03-02,9,4\n'],
  [
    'simple-analytics',
    'days.json',
    '{"ok":true,"histogram":[{"date":"2026-03-02","pageviews":9,"visitors":4}],"hostname":"site.example"}',
  ],
  ...Object.entries(FATHOM).map(([name, content]) => ['fathom', name, content] as const),
  ['fathom', 'rows.csv', FATHOM_ROWS],
  ...Object.entries(ACCESS_LOGS).map(([name, content]) => ['access-log', name, `${content}\n`] as const),
];
