/**
 * Measures how user agents are read, over public lists: `bun scripts/measure-user-agents.ts [--show N] [FILE...]`. Without files,
 * the lists of registry packages: browsers of `user-agents`, robots of `crawler-user-agents`. A file is YAML as the fixtures of
 * device-detector (entries with `user_agent`, and `client`, `os` and `device` or `bot`) and of isbot (names with lists; robots where
 * the file's name has "crawler" or "bot"), or text with one user agent a line. `--show`: that many examples of each fault.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { YAML } from 'bun';
import crawlers from 'crawler-user-agents';
import { createUserAgentParser } from '../src/ingest/user-agent.ts';

interface Sample {
  readonly userAgent: string;
  readonly isBot: boolean;
  /** What the list says of a browser; absent where it says nothing. */
  readonly browser?: string | undefined;
  readonly platform?: string | undefined;
  readonly isMobile?: boolean | undefined;
}

/** Common names of the big browsers, by the names of device-detector. */
const BROWSERS: Readonly<Record<string, string>> = {
  Chrome: 'Chrome',
  'Chrome Mobile': 'Chrome',
  'Chrome Mobile iOS': 'Chrome',
  'Chrome Webview': 'Android WebView',
  'Mobile Safari': 'Safari',
  Safari: 'Safari',
  Firefox: 'Firefox',
  'Firefox Mobile': 'Firefox',
  'Firefox Mobile iOS': 'Firefox',
  'Microsoft Edge': 'Edge',
  'Samsung Browser': 'Samsung Internet',
  Opera: 'Opera',
  'Opera Mobile': 'Opera',
  'Opera GX': 'Opera',
  'Opera Touch': 'Opera',
  'UC Browser': 'UC Browser',
  'UC Browser HD': 'UC Browser',
  'MIUI Browser': 'Mi Browser',
  'Huawei Browser Mobile': 'Huawei Browser',
  'Huawei Browser': 'Huawei Browser',
  'Yandex Browser': 'Yandex',
  'QQ Browser': 'QQ Browser',
  'DuckDuckGo Privacy Browser': 'DuckDuckGo',
  Vivaldi: 'Vivaldi',
  Brave: 'Brave',
  Silk: 'Silk',
  'Mobile Silk': 'Silk',
  'Vivo Browser': 'Vivo Browser',
  Whale: 'Whale',
  'Whale Browser': 'Whale',
  Ecosia: 'Ecosia',
  'Avast Secure Browser': 'Avast Secure Browser',
  'AVG Secure Browser': 'AVG Secure Browser',
  'HeyTap Browser': 'HeyTap',
  HeyTapBrowser: 'HeyTap',
  Coast: 'Opera',
  'Coc Coc': 'Coc Coc',
  Sleipnir: 'Sleipnir',
  Puffin: 'Puffin',
};

const PLATFORMS: Readonly<Record<string, string>> = {
  Windows: 'Windows',
  Mac: 'macOS',
  iOS: 'iOS',
  iPadOS: 'iOS',
  Android: 'Android',
  'GNU/Linux': 'Linux',
  Ubuntu: 'Linux',
  Fedora: 'Linux',
  Debian: 'Linux',
  'Chrome OS': 'Chrome OS',
};

/** Devices that are mobile or are not, as everybody agrees. */
const IS_MOBILE: Readonly<Record<string, boolean>> = {
  smartphone: true,
  phablet: true,
  tablet: true,
  'feature phone': true,
  desktop: false,
};

/** A browser of the last six years: older ones have names of their own time. */
const isModern = (userAgent: string): boolean =>
  Number(/(?:Chrome|CriOS|Firefox|FxiOS)\/(\d+)/.exec(userAgent)?.[1] ?? 0) >= 80 ||
  Number(/Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/.exec(userAgent)?.[1] ?? 0) >= 13;

interface DetectorEntry {
  readonly user_agent?: string;
  readonly headers?: unknown;
  readonly bot?: unknown;
  readonly client?: { readonly type?: string; readonly name?: string };
  readonly os?: { readonly name?: string };
  readonly device?: { readonly type?: string };
}

function readDetectorEntry({
  user_agent: userAgent,
  headers,
  bot,
  client,
  os,
  device,
}: DetectorEntry): Sample[] {
  // What headers add is not in the user agent.
  if (!userAgent || headers) return [];
  if (bot) return [{ userAgent, isBot: true }];
  if (client?.type !== 'browser') return [];
  return [
    {
      userAgent,
      isBot: false,
      browser: BROWSERS[client.name ?? ''],
      platform: PLATFORMS[os?.name ?? ''],
      isMobile: IS_MOBILE[device?.type ?? ''],
    },
  ];
}

function readFile(path: string): Sample[] {
  const text = readFileSync(path, 'utf8');
  const isBot = /bot|crawler/.test(basename(path).replace('isbot', ''));
  const toSample = (userAgent: string): Sample => ({ userAgent, isBot });
  if (!/\.ya?ml$/.test(path)) return text.split('\n').filter(Boolean).map(toSample);
  const parsed = YAML.parse(text) as readonly DetectorEntry[] | Record<string, string | readonly string[]>;
  return Array.isArray(parsed)
    ? (parsed as readonly DetectorEntry[]).flatMap(readDetectorEntry)
    : Object.values(parsed as Record<string, string | readonly string[]>)
        .flat()
        .map(toSample);
}

const { values, positionals } = parseArgs({
  options: { show: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const samples: readonly Sample[] =
  positionals.length > 0
    ? positionals.flatMap(readFile)
    : crawlers.flatMap(({ instances }) => instances.map(userAgent => ({ userAgent, isBot: true })));
const unique = [...new Map(samples.map(sample => [sample.userAgent, sample])).values()];
const parse = createUserAgentParser(1);

/** Counts the samples that are wrong, of those that are judged. */
function report(
  name: string,
  judged: readonly Sample[],
  find: (sample: Sample, facts: ReturnType<typeof parse>) => string | undefined,
): void {
  const wrong = judged.flatMap(sample => {
    const fault = find(sample, parse(sample.userAgent));
    return fault === undefined ? [] : [`${fault}\t${sample.userAgent}`];
  });
  process.stdout.write(`${name.padEnd(28)} ${wrong.length} of ${judged.length}\n`);
  for (const line of wrong.slice(0, Number(values.show))) process.stdout.write(`  ${line}\n`);
}

const people = unique.filter(({ isBot }) => !isBot);
const modern = people.filter(({ userAgent }) => isModern(userAgent));
report(
  'robots that are counted',
  unique.filter(({ isBot }) => isBot),
  (_, { botRule }) => (botRule === null ? 'counted' : undefined),
);
report('browsers that are refused', people, (_, { botRule }) => botRule ?? undefined);
report(
  'wrong browser',
  modern.filter(({ browser }) => browser !== undefined),
  ({ browser }, { browserName }) => (browserName === browser ? undefined : `${browser}, not ${browserName}`),
);
report(
  'wrong platform',
  modern.filter(({ platform }) => platform !== undefined),
  ({ platform }, facts) =>
    facts.platformName === platform ? undefined : `${platform}, not ${facts.platformName}`,
);
report(
  'wrong kind of device',
  modern.filter(({ isMobile }) => isMobile !== undefined),
  ({ isMobile }, facts) =>
    facts.isMobile === isMobile ? undefined : `mobile ${isMobile}, not ${facts.isMobile}`,
);
