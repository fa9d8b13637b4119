import { expect, test } from 'bun:test';
import { createUserAgentParser } from '../../src/ingest/user-agent.ts';
import { AI_AGENTS } from '../../src/reference/ai-agents.ts';

const read = createUserAgentParser();
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const on = (system: string, engine = CHROMIUM) => `Mozilla/5.0 (${system}) ${engine}`;
const IPHONE = on('iPhone; CPU iPhone OS 17_5 like Mac OS X', 'AppleWebKit/605.1.15 (KHTML, like Gecko)');
const IPAD = on('iPad; CPU OS 17_5 like Mac OS X', 'AppleWebKit/605.1.15 (KHTML, like Gecko)');
const MAC = on('Macintosh; Intel Mac OS X 10_15_7', 'AppleWebKit/605.1.15 (KHTML, like Gecko)');
const WINDOWS = on('Windows NT 10.0; Win64; x64');
const ANDROID = on('Linux; Android 10; K');
const PIXEL = on('Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv');
const CUBOT = on('Linux; Android 9; CUBOT_X18_Plus');
const UBUNTU = on('X11; Ubuntu; Linux x86_64; rv:133.0', 'Gecko/20100101');
const FACEBOOK = '[FBAN/FBIOS;FBAV/468.0.0;FBDV/iPhone14,5;FBSN/iOS;FBSV/17.5;FBLC/en_US]';

test.each([
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Windows', false],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge', 'Windows', false],
  [`${WINDOWS} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera', 'Windows', false],
  [on('Windows NT 6.1; WOW64; Trident/7.0; rv:11.0', 'like Gecko'), 'Internet Explorer', 'Windows', false],
  [`${UBUNTU} Firefox/133.0`, 'Firefox', 'Linux', false],
  [`${on('X11; CrOS x86_64 14541.0.0')} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Chrome OS', false],
  [`${MAC} Version/17.5 Safari/605.1.15`, 'Safari', 'macOS', false],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS', true],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS', true],
  [`${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iOS', true],
  [`${IPHONE} Mobile/15E148`, 'Safari', 'iOS', true],
  [`${IPAD} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS', true],
  [`${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', true],
  [
    `${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    true,
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox', 'Android', true],
  [`${PIXEL} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`, 'Android WebView', 'Android', true],
  [`${CUBOT} Chrome/120.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', true],
  [`${IPHONE} Mobile/21F90 ${FACEBOOK}`, 'Facebook', 'iOS', true],
])('%p is a person with %p on %p', (text, browserName, platformName, isMobile) => {
  expect(read(text)).toMatchObject({
    browserName,
    platformName,
    isMobile,
    botRule: null,
    isHeadless: false,
    agent: null,
  });
});

test.each([
  [`${WINDOWS} Chrome/139.0.0.0 Safari/537.36`, '139', '10'],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, '17', '17.5'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Gecko/20100101 Firefox/142.0', '142', '10.15'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', '142', null],
  ['curl/8.5.0', null, null],
])('%p has the versions %p and %p', (text, browserVersion, platformVersion) => {
  expect(read(text)).toMatchObject({ browserVersion, platformVersion });
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
  'python-requests/2.32',
  'Feedbin feed-id:1 - 3 subscribers',
])('%p is a bot and no AI agent', text => {
  expect(read(text)).toMatchObject({ botRule: expect.any(String), agent: null });
});

const webView = (device: string): string =>
  `Mozilla/5.0 (Linux; Android 15; ${device}; wv) ${CHROMIUM} Version/4.0 Chrome/142.0.7444.142 Mobile Safari/537.36`;
const phone = (model: string, more = ''): string =>
  `Mozilla/5.0 (Linux; Android 12; ${model}) ${CHROMIUM} Chrome/131.0.0.0 Mobile Safari/537.36${more}`;
const television = (more: string): string =>
  `Mozilla/5.0 (Linux armv7l) ${CHROMIUM} Chrome/84.0.4147.140 Safari/537.36 OPR/46.0.2207.0 ${more}`;

test.each([
  // Words of lists of robots in a model or a build.
  webView('CPH2449 Build/AP3A.240617.008'),
  ...['Spider 8', 'M bot 51', 'GM Discovery II', 'Fever_Plus_J', 'Newsday_N2+', 'ECHO JAVA', 'Expanse'].map(
    model => phone(model),
  ),
  // In names of apps.
  ...['MetaIAB FacebookLite', 'Viber/11.9.5.8', 'NewsBreak/25.1', 'SogouMSE,SogouMobileBrowser/5.6.2'].map(
    app => `${webView('Pixel 7 Build/TQ3A')} ${app}`,
  ),
  `${WINDOWS} Slack/4.4.2 Chrome/78.0.3904.130 Electron/7.2.1 Safari/537.36 WindowsStore/10.0.18362 Sonic Slack_SSB/4.4.2`,
  // In those of televisions.
  television('OMI/4.21.4.112.Catcher4.66 Model/Hisense-MT9602 VIDAA/5.0(TCL;SmartTV;VS0632FC1;UHD)'),
  'Opera/9.80 (Linux mips; U; HbbTV/1.1.1 (; Humax; hdr1000s; 1.0.0; 1.0.0; ); ce-html/1.0; xx) Presto/2.10.250 Version/11.60',
  webView('DYON 2K Google TV Build/RTK2.230523.018'),
])('%p is a person', userAgent => {
  expect(read(userAgent).botRule).toBeNull();
});

test.each([
  [phone('Pixel 2 Build/OPD3; Storebot-Google/1.0'), 'Storebot-Google'],
  [phone('Catchpoint'), 'Catchpoint'],
  [
    phone('Nexus 5X Build/MMB29P', ' (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    'Googlebot/',
  ],
  [`${WINDOWS} Chrome/60.0.3122.113 Safari/537.36 Assetnote/1.0.0`, 'Assetnote/'],
])('%p is a bot for %p', (userAgent, words) => {
  expect(read(userAgent).botRule).toBe(`"${words}" in the user agent`);
});

test('a user agent that has nothing of a browser is not shown in words', () => {
  expect(read(`x${'y'.repeat(60)}`).botRule).toBe('a user agent unlike those of browsers');
});

/** Name and version of the browser, of the platform, and whether the device is mobile. */
test.each([
  [`${webView('Pixel 7')} [FB_IAB/FB4A;FBAV/530.0.0.0.0;]`, 'Facebook', '530', 'Android', '15', true],
  [`${webView('Pixel 7')} MetaIAB Instagram`, 'Instagram', null, 'Android', '15', true],
  [`${webView('Pixel 7')} BytedanceWebview/d8a21c6`, 'TikTok', null, 'Android', '15', true],
  [`${webView('Pixel 7')} YandexSearch/7.52 YandexSearchBrowser/7.52`, 'Yandex', '7', 'Android', '15', true],
  [webView('Pixel 7').replace('; wv', ''), 'Android WebView', '142', 'Android', '15', true],
  [phone('FP4', ' (Ecosia android@131.0.0.0)'), 'Ecosia', '131', 'Android', '12', true],
  [phone('FP4', ' UCMobile/15.0.6.1382'), 'UC Browser', '15', 'Android', '12', true],
  [phone('Winner8'), 'Chrome', '131', 'Android', '12', true],
  [phone('Moto Edge 20'), 'Chrome', '131', 'Android', '12', true],
  [phone('FP4').toLowerCase(), 'Chrome', '131', 'Android', '12', true],
  [phone('ASUS Chromebook Flip C302'), 'Chrome', '131', 'Chrome OS', null, false],
  [phone('Inspiron 3558').replace(' Mobile', ''), 'Chrome', '131', 'Android', '12', false],
  [`${IPHONE} Mobile/15E148 Phantom/ios/22.06`, 'Safari', null, 'iOS', '17.5', true],
  [`${IPHONE} Version/17.0 Brave/1 Mobile/15E148 Safari/604.1`, 'Brave', '1', 'iOS', '17.5', true],
  [`${MAC} CriOS/126.0.6478.35 Version/11.1.1 Safari/605.1.15`, 'Chrome', '126', 'iOS', null, true],
  [`${MAC} Version/17.0 EdgiOS/126.0 Safari/605.1.15`, 'Edge', '126', 'iOS', null, true],
  [
    `Mozilla/5.0 (X11; Linux aarch64) ${CHROMIUM} Chrome/87.0 Safari/537.36`,
    'Chrome',
    '87',
    'Linux',
    null,
    false,
  ],
] as const)('%p is %p %p on %p %p, mobile: %p', (userAgent, browserName, browserVersion, ...rest) => {
  const [platformName, platformVersion, isMobile] = rest;
  const expected = { browserName, browserVersion, platformName, platformVersion, isMobile, botRule: null };
  expect(read(userAgent)).toMatchObject(expected);
});

test('a headless browser is not a bot, but is marked as headless', () => {
  const facts = read(`${on('X11; Linux x86_64')} HeadlessChrome/131.0.0.0 Safari/537.36`);
  expect(facts).toMatchObject({ browserName: 'Chrome', botRule: null, isHeadless: true });
});

test.each([null, '', '   '])('the empty user agent %j is a bot', text => {
  expect(read(text)).toEqual({
    browserName: null,
    platformName: null,
    browserVersion: null,
    platformVersion: null,
    isMobile: null,
    botRule: 'no user agent',
    isHeadless: false,
    agent: null,
  });
});

const GPTBOT = 'compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const CLAUDE = 'compatible; claude-user/1.0; +Claude-User@anthropic.com';
const SEARCHBOT = 'Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3';

test.each([
  [`Mozilla/5.0 ${CHROMIUM}; ${GPTBOT}`, 'GPTBot', 'OpenAI', 'training'],
  [`Mozilla/5.0 (${CLAUDE})`, 'Claude-User', 'Anthropic', 'answer_fetch'],
  [`${WINDOWS} ${SEARCHBOT}`, 'OAI-SearchBot', 'OpenAI', 'search_index'],
  ['AI2Bot-DeepResearchEval/1.0', 'AI2Bot-DeepResearchEval', 'Ai2', 'answer_fetch'],
  ['SemrushBot-OCOB/1', 'SemrushBot-OCOB', 'Semrush', 'ai_crawler'],
  ['The Knowledge AI', 'The Knowledge AI', 'unknown', 'ai_crawler'],
] as const)('%p is the AI agent %p of %p', (text, name, provider, category) => {
  expect(read(text)).toMatchObject({ botRule: `an AI agent, ${name}`, agent: { name, provider, category } });
});

test('every token of the table is found as an agent of its own category', () => {
  for (const [category, providers] of Object.entries(AI_AGENTS))
    for (const entry of Object.values(providers).flatMap(tokens => tokens.split(', '))) {
      const token = entry.replace(/=.*/, '');
      const { agent } = read(`Mozilla/5.0 (compatible; ${token}/1.0)`);
      expect([token, agent?.category as string]).toEqual([token, category]);
    }
});

test('only the beginning of a very long user agent is parsed', () => {
  expect(read(`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 ${'x'.repeat(100_000)}`)).toMatchObject({
    browserName: 'Chrome',
  });
});
