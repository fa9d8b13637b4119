/** Sums by day of other tools, and data points of Simple Analytics, as their exporters write them. */

/** Answers of Matomo's Reporting API by day: totals, pages (flat), browsers, countries, websites and events. */
const VISITED = { nb_uniq_visitors: 3, nb_visits: 4, nb_actions: 12, bounce_count: 1, sum_visit_length: 600 };
const MATOMO_REPORTS: readonly object[] = [
  { '2026-03-01': { ...VISITED, nb_pageviews: 10, bounce_rate: '25%' }, '2026-03-02': [] },
  {
    '2026-03-01': [
      {
        label: '/a',
        nb_visits: 4,
        nb_uniq_visitors: 3,
        nb_hits: 7,
        entry_nb_visits: 4,
        entry_bounce_count: 1,
        url: 'https://site.example/a?x=1',
        segment: 'pageUrl==https%3A%2F%2Fsite.example%2Fa',
      },
      { label: '/b', nb_visits: 2, nb_uniq_visitors: 2, nb_hits: '3', url: 'https://site.example/b' },
      { label: 'folder', nb_visits: 2, nb_hits: 3, idsubdatatable: 7 },
    ],
  },
  {
    '2026-03-01': [
      { label: 'Mobile Safari', ...VISITED, logo: 'plugins/Morpheus/icons/dist/browsers/MF.png' },
      { label: 'Camera', nb_visits: 0, logo: 'plugins/Morpheus/icons/dist/devices/camera.png' },
    ],
  },
  {
    '2026-03-01': [
      { label: 'France', ...VISITED, code: 'fr', logo: 'plugins/Morpheus/icons/dist/flags/fr.png' },
    ],
  },
  {
    '2026-03-01': { 1: { label: 'www.news.example', ...VISITED, segment: 'referrerName==www.news.example' } },
  },
  {
    '2026-03-01': [
      {
        label: 'Yahoo!',
        ...VISITED,
        url: 'http://search.yahoo.com',
        segment: 'referrerType==search;referrerName==Yahoo%21',
      },
      { label: 'play', nb_uniq_visitors: 2, nb_visits: 2, nb_events: 5, segment: 'eventAction==play' },
    ],
  },
];
export const MATOMO_DAYS = `${MATOMO_REPORTS.map(report => JSON.stringify(report)).join('\n')}\n`;

const jsonLines = (...rows: readonly object[]): string =>
  rows.map(row => `${JSON.stringify(row)}\n`).join('');

/** The JSON export of GoatCounter, with its statistics before the tables that they refer to. */
export const GOATCOUNTER_JSON = {
  'hit_stats.jsonl': jsonLines(
    { hour: '2026-03-01T19:00:00Z', path_id: 1, ref_id: 1, count: 4 },
    { hour: '2026-03-01T20:00:00Z', path_id: 1, ref_id: 3, count: 2 },
    { hour: '2026-03-02T20:00:00Z', path_id: 2, ref_id: 2, count: 1 },
    { hour: '2026-03-02T20:00:00Z', path_id: 3, ref_id: 1, count: 5 },
    { hour: '2026-03-02T20:00:00Z', path_id: 99, ref_id: 1, count: 5 },
  ),
  'browser_stats.jsonl': jsonLines(
    { day: '2026-03-01', path_id: 1, browser_id: 1, count: 6 },
    { day: '2026-03-02', path_id: 3, browser_id: 1, count: 5 },
  ),
  'system_stats.jsonl': jsonLines({ day: '2026-03-01', path_id: 1, system_id: 1, count: 6 }),
  'location_stats.jsonl': jsonLines(
    { day: '2026-03-01', path_id: 1, location: 'IT-82', count: 4 },
    { day: '2026-03-01', path_id: 1, location: '', count: 2 },
  ),
  'language_stats.jsonl': jsonLines({ day: '2026-03-01', path_id: 1, language: 'eng', count: 6 }),
  'size_stats.jsonl': jsonLines({ day: '2026-03-01', path_id: 1, width: 1280, count: 6 }),
  'info.json': `${JSON.stringify({ export_version: '1.0', goatcounter_version: '2.8' }, null, 2)}\n`,
  'paths.jsonl': jsonLines(
    { id: 1, path: '/', title: 'Home' },
    { id: 2, path: '/a', title: 'A' },
    { id: 3, path: 'click-banana', title: '', event: true },
  ),
  'refs.jsonl': jsonLines(
    { id: 1, ref: '', ref_scheme: 'o' },
    { id: 2, ref: 'Google', ref_scheme: 'g' },
    { id: 3, ref: 'www.news.example/page.html', ref_scheme: 'h' },
  ),
  'browsers.jsonl': jsonLines({ id: 1, name: 'Firefox', version: '120' }),
  'systems.jsonl': jsonLines({ id: 1, name: 'Linux', version: 'Ubuntu' }),
  'locations.jsonl': jsonLines({ country: '', region: '', country_name: '(unknown)', region_name: '' }),
  'languages.jsonl': jsonLines({ iso_639_3: 'eng', name: 'English' }),
};

/** Small files as Plausible writes them, each with a row that others lack. */
export const PLAUSIBLE = {
  'imported_visitors_20260301_20260303.csv':
    '"date","visitors","pageviews","bounces","visits","visit_duration"\n' +
    '"2026-03-01",10,30,4,12,600\n"2026-03-02",5,9,2,5,100\n"2026-03-03",1,1,1,1,0\n',
  'imported_pages_20260301_20260303.csv':
    '"date","hostname","page","visits","visitors","pageviews","total_scroll_depth","total_scroll_depth_visits"\n' +
    '"2026-03-01","example.com","/",9,8,20,\\N,\\N\n"2026-03-01","example.com","/a,""b""",4,4,10,120,3\n' +
    '"2026-03-02","example.com","/",5,5,9,\\N,\\N\n',
  'imported_sources_20260301_20260303.csv':
    '"date","source","referrer","utm_source","utm_medium","utm_campaign","utm_content","utm_term","pageviews","visitors","visits","visit_duration","bounces"\n' +
    '"2026-03-01","Google","www.google.com/search","","","","","",20,6,7,300,2\n' +
    '"2026-03-01","","","","email","spring","banner","oak shelf",10,4,5,300,2\n',
  'imported_entry_pages_20260301_20260303.csv':
    '"date","entry_page","visitors","entrances","visit_duration","bounces","pageviews"\n"2026-03-01","/",10,12,600,4,30\n',
  'imported_exit_pages_20260301_20260303.csv':
    '"date","exit_page","visitors","visit_duration","exits","bounces","pageviews"\n"2026-03-01","/a",10,600,12,4,30\n',
  'imported_locations_20260301_20260303.csv':
    '"date","country","region","city","visitors","visits","visit_duration","bounces","pageviews"\n' +
    '"2026-03-01","DE","DE-BE",2950159,6,7,300,2,20\n"2026-03-01","DE","DE-BY",2867714,3,3,100,1,5\n"2026-03-01","","",0,1,2,0,1,5\n',
  'imported_devices_20260301_20260303.csv':
    '"date","device","visitors","visits","visit_duration","bounces","pageviews"\n' +
    '"2026-03-01","Laptop",5,6,300,2,15\n"2026-03-01","Desktop",2,2,0,0,5\n"2026-03-01","Tablet",2,2,0,1,5\n"2026-03-01","",1,2,300,1,5\n',
  'imported_browsers_20260301_20260303.csv':
    '"date","browser","browser_version","visitors","visits","visit_duration","bounces","pageviews"\n' +
    '"2026-03-01","Chrome","121.0",6,7,300,2,20\n"2026-03-01","Chrome","120.0",4,5,300,2,10\n',
  'imported_operating_systems_20260301_20260303.csv':
    '"date","operating_system","operating_system_version","visitors","visits","visit_duration","bounces","pageviews"\n' +
    '"2026-03-01","Mac","14.2",10,12,600,4,30\n',
  'imported_custom_events_20260301_20260303.csv':
    '"date","name","link_url","path","visitors","events"\n' +
    '"2026-03-01","Outbound Link: Click","https://example.org/","",2,3\n"2026-03-01","Signup","","",1,1\n"2026-03-01","engagement","","",9,30\n',
  'imported_custom_props_20260301_20260303.csv':
    '"date","property","value","visitors","events"\n"2026-03-01","plan","pro",2,4\n',
};
export const GA4_CSV = `# ----------------------------------------
# Free form 1
# Account: Example
# 20260301-20260302
# ----------------------------------------

Date,Country,Views,Active users,Engaged sessions
,,35,12,
20260301,Germany,20,8,5
20260301,Türkiye,5,2,1
20260302,(not set),10,2,1
`;
export const GA4_JSON = JSON.stringify({
  dimensionHeaders: [{ name: 'date' }, { name: 'eventName' }],
  metricHeaders: [
    { name: 'eventCount', type: 'TYPE_INTEGER' },
    { name: 'totalUsers', type: 'TYPE_INTEGER' },
  ],
  rows: [
    {
      dimensionValues: [{ value: '20260301' }, { value: 'page_view' }],
      metricValues: [{ value: '25' }, { value: '9' }],
    },
    {
      dimensionValues: [{ value: '20260301' }, { value: 'sign_up' }],
      metricValues: [{ value: '3' }, { value: '2' }],
    },
    { dimensionValues: [{ value: '20260301' }], metricValues: [{ value: '3' }, { value: '2' }] },
  ],
  rowCount: 3,
  kind: 'analyticsData#runReport',
});
export const FATHOM = {
  'Site.csv':
    'Timestamp,Pageviews,Visits,Uniques,Avg Duration,Bounce Rate\n2026-03-01 08:00:00,10,5,4,30,0.5\n2026-03-01 09:00:00,5,2,1,10,0.5\n',
  'Pages.csv': 'Timestamp,Hostname,Pathname,Views,Uniques\n2026-03-01 08:00:00,https://example.com,/,15,5\n',
  'Referrers.csv':
    'Timestamp,Referrer Hostname,Referrer Pathname,Views,Uniques\n2026-03-01 08:00:00,https://www.news.example,/x,3,2\n2026-03-01 08:00:00,,,12,3\n',
  'DeviceTypes.csv': 'Timestamp,Device Type,Pageviews\n2026-03-01 08:00:00,Phone,15\n',
  'Events.csv': 'Timestamp,Event Name,Event Code,Completions,Value\n2026-03-01 08:00:00,Newsletter,ABC,2,0\n',
};

export const FATHOM_ROWS =
  'datetime,hostname,pathname,browser,country_code,city,state,device_type,operating_system,referrer_hostname,referrer_pathname,utm_source,pageviews,visits,uniques\n' +
  '2026-03-01 08:00:00,https://example.com,/,Chrome,DE,Berlin,BE,Desktop,Mac OS,,,,3,2,2\n' +
  '2026-03-01 09:00:00,https://example.com,/a,Chrome,NL,,,Phone,iOS,https://news.example,/x,letter,2,0,1\n';

/** Data points of Simple Analytics. */
const POINTS = [
  ['2026-03-01T08:00:00.100Z', 'UK', '', 'desktop', '/a', 's1', 'letter', 'false'],
  ['2026-03-01T08:00:10.100Z', 'UK', 'popup_show', 'desktop', '/a', 's1', '', 'false'],
  ['2026-03-01T08:00:20.100Z', 'NL', '', 'mobile', '/b', 's2', '', 'true'],
];
const FIELDS = 'added_iso,country_code,datapoint,device_type,path,session_id,utm_source,is_robot'.split(',');
export const POINTS_CSV = `${[FIELDS, ...POINTS].map(row => row.join(',')).join('\n')}\n`;
export const POINTS_JSON = JSON.stringify(
  POINTS.map(row => Object.fromEntries(FIELDS.map((name, at) => [name, row[at]]))),
);
