/** Files of other formats with the history of the benchmark, and how plain DuckDB reads them. */

/** A kind of files. */
export interface ImportKind {
  readonly what: string;
  readonly ending: string;
  /** Statements that write parts of the file from the history; the parts are joined with the texts between them. */
  readonly parts: (
    dataset: string,
  ) => readonly (string | { readonly select: string; readonly options: string })[];
  /** Selects the rows of the file as the reference stores them; none where the reference is the kind before. */
  readonly select?: (file: string) => string;
  /** Whether every row of the history becomes a hit. */
  readonly isWhole: boolean;
  /** Highest ratio to the reference, or to the own format. */
  readonly most?: number;
  /** Seconds that ten million rows may take. */
  readonly mostSeconds?: number;
  /** Whether requests come in meanwhile. */
  readonly isBesideLoad?: true;
}

const AGENT = `'Mozilla/5.0 (' || case platform_name when 'iOS' then 'iPhone; CPU iPhone OS 17_4 like Mac OS X'
    when 'Android' then 'Linux; Android 14; Pixel 8' when 'macOS' then 'Macintosh; Intel Mac OS X 10_15_7'
    when 'Linux' then 'X11; Linux x86_64' else 'Windows NT 10.0; Win64; x64' end ||
  case browser_name when 'Firefox' then '; rv:128.0) Gecko/20100101 Firefox/128.0'
    when 'Safari' then ') AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/604.1'
    else ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36' end`;
/** As in logs: of a hundred requests 46 are page views, the others files, crawlers, and pages that are missing. */
const ROLE = 'hash(created_at, visitor_hash, path) % 100';
const LINE = `(1 + hash(visitor_hash) % 220) || '.' || (hash(visitor_hash, 1) % 40) || '.7.' || (hash(visitor_hash, 2) % 64) || ' - - ['
  || strftime(created_at, '%d/%b/%Y:%H:%M:%S') || ' +0000] "GET '
  || case when ${ROLE} between 46 and 85 then '/assets/part-' || (${ROLE}) || '.css' else path end || ' HTTP/1.1" '
  || case when ${ROLE} >= 94 then '404' else '200' end || ' 5120 "' || coalesce(referrer, '-') || '" "'
  || case when ${ROLE} between 86 and 93 then 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' else ${AGENT} end || '"'`;
const REQUEST = '^(\\S+) \\S+ \\S+ \\[([^\\]]+)\\] "(\\S+) (\\S+) [^"]*" (\\d+) \\S+ "([^"]*)" "([^"]*)"';
/** No line has this character: a line is one field. */
const DELIMITER = "'\\t'";

const SESSION =
  "substr(md5(visitor_hash), 1, 8) || '-' || substr(md5(visitor_hash), 9, 4) || '-4000-8000-' || substr(md5(visitor_hash), 17, 12)";
const WEBSITE = "'0b6f3c52-5a55-4c5b-9d0e-3f6f0f5a9f01'";
const VIEW = `${WEBSITE} as website_id, ${SESSION} as session_id`;
const PAGE = `strftime(created_at, '%Y-%m-%d %H:%M:%S') as created_at, path as url_path, '' as url_query,
  coalesce('/' || split_part(referrer, '/', 4) || '/' || split_part(referrer, '/', 5), '') as referrer_path,
  coalesce(split_part(referrer, '/', 3), '') as referrer_domain, '1' as event_type, '' as event_name`;
const DEVICE = `lower(browser_name) as browser, case platform_name when 'Windows' then 'Windows 10' when 'macOS' then 'Mac OS' else platform_name end as os,
  case when is_mobile then 'mobile' else 'desktop' end as device, country`;
const COPIED = `format csv, header false, delimiter ${DELIMITER}, quote '', escape '', nullstr '\\N'`;

export const IMPORT_KINDS: readonly ImportKind[] = [
  {
    what: 'CSV of the own format',
    ending: 'csv',
    parts: dataset => [
      {
        select: `select * replace (strftime(created_at, '%Y-%m-%dT%H:%M:%S.%gZ') as created_at) from read_parquet('${dataset}')`,
        options: 'format csv, header',
      },
    ],
    select: file => `select created_at::timestamp as created_at, * exclude (created_at, visitor_hash),
      ('0x' || visitor_hash)::ubigint as visitor_hash from read_csv('${file}')`,
    isWhole: true,
    most: 1.8,
  },
  {
    what: 'CSV of Umami',
    ending: 'umami.csv',
    parts: dataset => [
      {
        select: `select ${VIEW}, 'shop.example' as hostname, ${DEVICE}, ${PAGE} from read_parquet('${dataset}')`,
        options: 'format csv, header',
      },
    ],
    isWhole: true,
    most: 2,
  },
  {
    what: 'dump of Umami',
    ending: 'sql',
    parts: dataset => [
      `COPY public.website (website_id, name, domain) FROM stdin;\n${WEBSITE.replaceAll("'", '')}\tShop\tshop.example\n\\.\n\n`,
      'COPY public.session (website_id, session_id, browser, os, device, country) FROM stdin;\n',
      {
        select: `select ${VIEW}, any_value(lower(browser_name)), any_value(platform_name), any_value(case when is_mobile then 'mobile' else 'desktop' end),
          any_value(country) from read_parquet('${dataset}') group by visitor_hash`,
        options: COPIED,
      },
      '\\.\n\nCOPY public.website_event (website_id, session_id, hostname, created_at, url_path, url_query, referrer_path, referrer_domain, event_type, event_name) FROM stdin;\n',
      { select: `select ${VIEW}, 'shop.example', ${PAGE} from read_parquet('${dataset}')`, options: COPIED },
      '\\.\n',
    ],
    isWhole: true,
    most: 2,
  },
  {
    what: 'access log, combined format, lines',
    ending: 'log',
    parts: dataset => [
      {
        select: `select ${LINE} from read_parquet('${dataset}')`,
        options: `format csv, header false, delimiter ${DELIMITER}, quote '', escape ''`,
      },
    ],
    select:
      file => `select fields.address, strptime(fields.moment, '%d/%b/%Y:%H:%M:%S %z') as created_at, fields.path, fields.status,
        fields.referrer, fields.agent
      from (select regexp_extract(line, '${REQUEST}', ['address', 'moment', 'method', 'path', 'status', 'referrer', 'agent']) as fields
        from read_csv('${file}', columns = {line: 'VARCHAR'}, auto_detect = false, header = false, delim = ${DELIMITER}, quote = '', escape = ''))`,
    isWhole: false,
    mostSeconds: 60,
    isBesideLoad: true,
  },
];
