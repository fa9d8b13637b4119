/** Every setting: its default, its sources, and the error for an invalid value. Source: decisions, section 1, Settings. */
import { describe, expect, test } from 'bun:test';
import { describeConfig, loadConfig } from '../../src/config/load.ts';
import { OPTIONS, type OptionKey, toFlag } from '../../src/config/options.ts';
import { formatSettingsTable } from '../../src/config/settings-texts.ts';
import { CommandError } from '../../src/core/errors.ts';

const load = (environment: Record<string, string> = {}, flags: Record<string, string> = {}) =>
  loadConfig({ environment, flags });

function faultOf(environment: Record<string, string>, flags: Record<string, string> = {}): string {
  try {
    load(environment, flags);
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
  return 'no fault';
}

interface Row {
  /** What it is when nothing is set, where that is not null. */
  readonly default?: unknown;
  readonly good: string;
  /** What `good` is read as, where that is not the same text. */
  readonly is?: unknown;
  readonly bad: readonly string[];
  /** What it cannot be without. */
  readonly beside?: Readonly<Record<string, string>>;
}

const SETTINGS: Readonly<Record<OptionKey, Row>> = {
  host: { default: '127.0.0.1', good: '::1', bad: ['a b', '127.0.0.1:80', 'http://x'] },
  port: { default: 8790, good: '0', is: 0, bad: ['65536', '-1', 'http', '80.5', ' 80'] },
  data: { default: './data', good: '/var/lib/footfall', bad: [] },
  baseUrl: {
    good: 'https://stats.example/a/b-c/',
    is: 'https://stats.example/a/b-c',
    bad: [
      ...['stats.example', 'https://stats.example//path', 'https://stats.example/a b', 'ftp://stats.example'],
      ...['https://stats.example/"', 'https://stats.example?a', 'https://me@stats.example'],
    ],
  },
  tlsCert: { good: '/etc/a.pem', beside: { FOOTFALL_TLS_KEY: 'key' }, bad: [] },
  tlsKey: { good: '/etc/a.key', beside: { FOOTFALL_TLS_CERT: 'chain' }, bad: [] },
  tls: { good: 'acme', beside: { FOOTFALL_BASE_URL: 'https://stats.example' }, bad: ['on', 'ACME'] },
  acmeEmail: { good: 'a@b.example', bad: ['a', 'A <a@b.example>'] },
  acmeUrl: {
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    good: 'https://ca.example/dir',
    bad: ['http://ca.example/dir', 'ca.example'],
  },
  httpPort: {
    good: '80',
    is: 80,
    beside: { FOOTFALL_TLS_CERT: 'chain', FOOTFALL_TLS_KEY: 'key' },
    bad: ['65536', 'http'],
  },
  scriptPath: { default: 'embed', good: '/lib/', is: 'lib', bad: ['a/b', 'docs', 'API', 'js.js', ' '] },
  collectorPath: { default: 'page', good: 'data_1', bad: ['collector', 'ä', '..', 'metrics'] },
  trustedProxies: {
    default: [],
    good: '10.0.0.0/8, ::1',
    is: ['10.0.0.0/8', '::1'],
    bad: ['10.0.0.0/33', 'proxy.example', '10.0.0'],
  },
  rateLimit: { default: 1000, good: '0', is: 0, bad: ['-1', 'none', '1e3'] },
  defaultPlan: { default: 'ultra', good: 'zen', bad: ['free', 'ULTRA'] },
  signups: { default: 'approve', good: 'open', bad: ['yes'] },
  smtpUrl: {
    good: 'smtp://u:p@mail.example:587',
    beside: { FOOTFALL_MAIL_FROM: 'stats@mail.example' },
    bad: [
      ...['mail.example', 'http://mail.example', 'smtp://', 'smtp://u:100%@mail.example'],
      'smtp://u:%ff@m.example',
    ],
  },
  mailFrom: {
    good: 'Footfall <a@example.org>',
    bad: [
      ...['Footfall', 'a@b.example, c@d.example', 'Footfall <a@b.example', 'a b@c.example'],
      'F\nBcc: x <a@b.example>',
    ],
  },
  geoDb: { good: '/geo.mmdb', bad: [] },
  networksDb: { good: '/networks.mmdb', bad: [] },
  geoServiceUrl: { good: 'http://geo.example/{ip}', bad: ['http://geo.example/', 'geo.example/{ip}'] },
  spamListUrl: {
    good: 'https://lists.example/spam.txt',
    bad: ['lists.example/spam.txt', 'file:///spam.txt'],
  },
  llmUrl: { good: 'http://127.0.0.1:11434/v1', bad: ['llm.example'] },
  llmModel: { good: 'small', bad: [] },
  llmKey: { good: 'sk-1', bad: [] },
  allowPrivateTargets: { default: [], good: '192.168.0.0/16', is: ['192.168.0.0/16'], bad: ['*'] },
  uptimeInterval: { default: 60, good: '1', is: 1, bad: ['0', '60s'] },
  uptimeConfirm: { default: 3, good: '1', is: 1, bad: ['0'] },
  connectivityProbes: {
    default: ['1.1.1.1', '8.8.8.8', '9.9.9.9'].map(host => ({ host, port: 443 })),
    good: '[::1]:53,dns.example:853',
    is: [
      { host: '::1', port: 53 },
      { host: 'dns.example', port: 853 },
    ],
    bad: ['1.1.1.1', '1.1.1.1:0', '1.1.1.1:70000'],
  },
  favicons: { default: 'on', good: 'off', bad: ['no'] },
  releasesUrl: { good: 'https://a.example/latest', bad: ['a.example', 'ftp://a.example'] },
  hitsUrl: {
    good: 'clickhouse+http://u:p@host.example:8123/hits?cluster=main',
    is: { url: 'http://host.example:8123', database: 'hits', username: 'u', password: 'p', cluster: 'main' },
    bad: ['http://host.example:8123/hits', 'clickhouse+http://host.example:8123', 'clickhouse+http://h/a/b'],
  },
  exportUrl: {
    good: 'file:///var/a%20b/',
    is: { kind: 'folder', path: '/var/a b' },
    bad: ['/var/backups', 'file://host/x', 'file:///', 's3://', 's3://B/x', 's3://bucket/x?y=z', 'ftp://x/y'],
  },
  s3Endpoint: { good: 'http://127.0.0.1:9000', bad: ['127.0.0.1:9000'] },
  s3Region: { good: 'eu-central-1', bad: ['a b'] },
  s3AccessKeyId: { good: 'AK', bad: ['a b'] },
  s3SecretAccessKey: { good: 's', bad: ['ü'] },
  logLevel: { default: 'info', good: 'debug', bad: ['loud'] },
  logFormat: { good: 'json', bad: ['xml'] },
  memoryLimit: { good: '2GiB', is: 2 * 1024 ** 3, bad: ['2', '10MB', 'lots', '-1GB'] },
};

describe.each(Object.entries(SETTINGS) as [OptionKey, Row][])('%s', (key, row) => {
  const words = key.replaceAll(/[A-Z]/g, ' $&').toLowerCase().split(' ');
  const variable = `FOOTFALL_${words.join('_').toUpperCase()}`;
  const flag = words.join('-');
  const value = row.is ?? row.good;

  test('has its default', () => {
    expect(OPTIONS[key].variable).toBe(variable as never);
    expect(load()[key]).toEqual((row.default ?? null) as never);
  });

  test('is read from the environment', () => {
    expect(load({ ...row.beside, [variable]: row.good })[key]).toEqual(value as never);
  });

  test('is read from the flag, which wins over a bad value in the environment', () => {
    expect(load({ ...row.beside, [variable]: '\u0000bad' }, { [flag]: row.good })[key]).toEqual(
      value as never,
    );
  });

  test('has an error of one line for a bad value, with its name, the value and what is allowed', () => {
    for (const bad of row.bad) {
      const line = faultOf({ [variable]: bad });
      expect(line).toStartWith(`${variable} must be ${OPTIONS[key].type.allowed}, got `);
      expect(line).not.toContain('\n');
      expect(faultOf({}, { [flag]: bad })).toStartWith(`--${flag} must be `);
    }
  });
});

test('an empty variable is as if it were not set', () => {
  const empty = Object.values(OPTIONS).map(option => [option.variable, '']);
  expect(load(Object.fromEntries(empty))).toEqual({ ...load(), connectivityProbes: [] });
});

test('the probes alone are switched off by an empty value', () => {
  expect(load({ FOOTFALL_CONNECTIVITY_PROBES: '' }).connectivityProbes).toEqual([]);
});

test('an empty flag is a fault, not the folder where one happens to stand', () => {
  for (const flag of ['data', 'host', 'port', 'base-url', 'geo-db', 'log-level']) {
    expect(faultOf({}, { [flag]: '' })).toMatch(new RegExp(`^--${flag} must be .*, got ""$`));
  }
});

test('all faults are listed, a line each', () => {
  const lines = faultOf({ FOOTFALL_PORT: 'x', FOOTFALL_SIGNUPS: 'y' }, { 'log-level': 'z' }).split('\n');
  expect(lines).toHaveLength(3);
});

test('the error for a very long value is short', () => {
  const environment = { FOOTFALL_PORT: 'x'.repeat(100_000), FOOTFALL_HOST: 'h'.repeat(254) };
  const message = faultOf(environment);
  expect(message.split('\n').map(line => line.length < 400)).toEqual([true, true]);
});

test('a key that no header can hold is refused at the start, and not repeated', () => {
  for (const key of ['a\nb', 'a b', 'schlüssel'])
    expect(faultOf({ FOOTFALL_LLM_KEY: key })).toBe(
      'FOOTFALL_LLM_KEY must be a text of visible ASCII characters without blanks, got a value that is not shown',
    );
});

test('a bad value that may hold a password is not repeated', () => {
  for (const variable of ['FOOTFALL_SMTP_URL', 'FOOTFALL_GEO_SERVICE_URL'])
    expect(faultOf({ [variable]: 'secret@mail.example' })).toEndWith('got a value that is not shown');
});

test('of an address that is refused, all but its user and its query is repeated', () => {
  for (const [given, shown] of [
    ['x', '"x"'],
    ['htp://ann:secret@lists.example/spam?key=secret', '"…@lists.example/spam?…"'],
  ] as const)
    expect(faultOf({ FOOTFALL_SPAM_LIST_URL: given })).toEndWith(`http:// or https://, got ${shown}`);
});

test('the settings in force are shown without secrets', () => {
  const shown = describeConfig(
    load({
      FOOTFALL_LLM_KEY: 'sk-secret',
      FOOTFALL_SMTP_URL: 'smtp://u:p@m.example',
      FOOTFALL_MAIL_FROM: 'stats@m.example',
    }),
  );
  expect(shown).toMatchObject({ FOOTFALL_LLM_KEY: 'set', FOOTFALL_SMTP_URL: 'set', FOOTFALL_PORT: 8790 });
  expect(JSON.stringify(shown)).not.toContain('secret');
});

test('the settings that were read cannot be changed', () => {
  expect(Object.isFrozen(load())).toBe(true);
});

test('the table of settings names each with its flag, its default and what it means', () => {
  const lines = formatSettingsTable().split('\n');
  expect(lines).toHaveLength(2 + Object.keys(OPTIONS).length);
  for (const option of Object.values(OPTIONS)) {
    const line = lines.find(text => text.includes(`\`${option.variable}\``));
    expect(line).toContain(`\`--${toFlag(option)}\``);
    expect(line).toContain(option.description);
  }
});

test('a variable that is no setting is refused, and the error suggests the nearest name', () => {
  expect(faultOf({ FOOTFALL_PROT: '80' })).toBe('FOOTFALL_PROT is no setting: did you mean FOOTFALL_PORT?');
  expect(faultOf({ FOOTFALL_BASEURL: 'https://a.example' })).toEndWith('did you mean FOOTFALL_BASE_URL?');
  expect(faultOf({ FOOTFALL_SOMETHING_ELSE: '' })).toBe(
    'FOOTFALL_SOMETHING_ELSE is no setting: footfall help serve lists them',
  );
});

test('what Kubernetes sets beside a service of this name is no setting, and no fault', () => {
  expect(
    load({ FOOTFALL_SERVICE_HOST: '10.0.0.1', FOOTFALL_PORT_8790_TCP: 'tcp://10.0.0.1:8790' }).port,
  ).toBe(8790);
});

test('mail needs a sender', () => {
  expect(faultOf({ FOOTFALL_SMTP_URL: 'smtp://m.example' })).toBe(
    'FOOTFALL_MAIL_FROM is required with FOOTFALL_SMTP_URL: the address that mails come from',
  );
});

test('a size may have one letter, of which each is 1,024 of the one before', () => {
  expect(load({ FOOTFALL_MEMORY_LIMIT: '512M' }).memoryLimit).toBe(512 * 1024 ** 2);
  expect(load({ FOOTFALL_MEMORY_LIMIT: '2g' }).memoryLimit).toBe(2 * 1024 ** 3);
});

test('a bucket needs its key, and a folder of exports is outside of the data', () => {
  const bucket = { FOOTFALL_EXPORT_URL: 's3://stats/a/b' };
  expect(faultOf(bucket)).toBe(
    'FOOTFALL_S3_ACCESS_KEY_ID and FOOTFALL_S3_SECRET_ACCESS_KEY are required with an s3:// address in FOOTFALL_EXPORT_URL',
  );
  const key = { FOOTFALL_S3_ACCESS_KEY_ID: 'a', FOOTFALL_S3_SECRET_ACCESS_KEY: 'b' };
  expect(load({ ...bucket, ...key }).exportUrl).toEqual({ kind: 'bucket', bucket: 'stats', prefix: 'a/b/' });
  expect(faultOf({ FOOTFALL_DATA: '/var/data', FOOTFALL_EXPORT_URL: 'file:///var/data/exports' })).toBe(
    'FOOTFALL_EXPORT_URL must name a folder outside of the data folder, which it is to outlive',
  );
});
