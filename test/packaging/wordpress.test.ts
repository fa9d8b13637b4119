/** The plugin in a real WordPress, and a server behind it. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { share } from '../support/share.ts';
import { shareServer } from '../support/shared-server.ts';
import { root } from '../support/source-tree.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { hasWordPress, startWordPress } from '../support/wordpress.ts';

setDefaultTimeout(TIME_LIMIT_MS);

test('the same sources make the same archive, whatever the time zone of the machine', () => {
  const make = (zone: string) =>
    Bun.spawnSync(
      [
        process.execPath,
        '-e',
        `const { makeWordPressPlugin } = await import('./scripts/release/wordpress-plugin.ts');
        console.log(Bun.hash(makeWordPressPlugin({ version: '1.2.3', date: new Date('2026-11-25T23:30:00Z') })));`,
      ],
      { cwd: root, env: { ...process.env, TZ: zone } },
    ).stdout.toString();
  expect(make('Asia/Tokyo')).toMatch(/^\d+/);
  expect(make('Asia/Tokyo')).toBe(make('America/New_York'));
});

describe.skipIf(!hasWordPress)('the WordPress plugin', () => {
  const footfall = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' } });
  const wordpress = share(startWordPress);
  let site: { id: number; uid: string } = { id: 0, uid: '' };
  beforeAll(async () => {
    site = await footfall().given.site();
  });

  const script = () => `${footfall().url}/embed/${site.uid}.js`;
  const set = (options: object) =>
    wordpress().run(
      `update_option('footfall', json_decode('${JSON.stringify({ script: script(), ...options })}', true));`,
    );
  const open = (path: string, init: RequestInit = {}) =>
    fetch(`${wordpress().url}${path}`, { redirect: 'manual', ...init });
  const findScript = async (init?: RequestInit, path = '/about/') =>
    /<script[^>]*footfall[^>]*>/.exec(await (await open(path, init)).text())?.[0];
  const report = (address: string, body: object, path = `/stats/page/${site.uid}`) =>
    open(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'user-agent': BROWSER, 'x-forwarded-for': address, 'content-type': 'text/plain' },
    });
  const signIn = async () => {
    const test = 'wordpress_test_cookie=WP%20Cookie%20check';
    const answer = await open('/wp-login.php', {
      method: 'POST',
      headers: { cookie: test },
      body: new URLSearchParams({ log: 'owner', pwd: 'secret', testcookie: '1' }),
    });
    return answer.headers
      .getSetCookie()
      .map(cookie => cookie.split(';', 1)[0])
      .join('; ');
  };

  test('a page loads the script of the server, deferred, with its flags', async () => {
    await set({ script: `${script()}?kudos&events` });
    const found = (await findScript()) ?? '';
    expect(found).toContain(' defer ');
    expect(found).toMatch(/src=['"]http:\/\/[^'"]*\.js\?kudos&#038;events['"]/);
  });

  test('it is installed with the version of the release', async () => {
    const code =
      "require 'wp-admin/includes/plugin.php'; echo get_plugin_data(WP_PLUGIN_DIR . '/footfall/footfall.php')['Version'];";
    expect(await wordpress().run(code)).toBe('1.2.3');
  });

  test('without an address it adds nothing', async () => {
    await set({ script: '' });
    expect(await findScript()).toBeUndefined();
  });

  test('in proxy mode, pages talk to their own domain, and reports are passed on with whose they are', async () => {
    await set({ proxy: true });
    expect(await findScript()).toContain(`${wordpress().url}/stats/embed/${site.uid}.js`);
    const own = await open(`/stats/embed/${site.uid}.js`);
    expect(own.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await own.text()).toBe(await (await fetch(script())).text());
    for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.8']) {
      const answer = await report(address, { url: 'https://shop.example/about/' });
      expect([answer.status, await answer.text()]).toEqual([202, '']);
    }
    const { body } = await footfall().api('GET', `/sites/${site.id}/hits?grouped=true&include_visitors=true`);
    expect(body.grouped_hits).toMatchObject([{ path: '/about/', views: 3, unique_visitors: 2 }]);
  });

  test.each(['', '/index.php/%postname%/'])(
    'with permalinks %j, where the web server asks WordPress for nothing else, pages load the script of the server',
    async structure => {
      await set({ proxy: true });
      const choose = (to: string) => wordpress().run(`update_option('permalink_structure', '${to}');`);
      await choose(structure);
      const found = await findScript({}, '/');
      await choose('/%postname%/');
      expect(found).toContain(script());
    },
  );

  test('a browser asks again by the tag of what it has', async () => {
    await set({ proxy: true });
    const path = `/stats/embed/${site.uid}.js`;
    const etag = (await open(path)).headers.get('etag') ?? '';
    expect((await open(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test.each([
    '/stats/public/UID',
    '/stats/page/other',
    '/stats/embed/UID.js/../../api',
    '/stats/api/v1/sites',
    '/other/embed/UID.js',
  ])('%s is not passed on', async path => {
    await set({ proxy: true });
    const answer = await open(path.replace('UID', site.uid));
    // WordPress has no such page, or leads to one of its own.
    expect([301, 404]).toContain(answer.status);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('methods that no page uses and reports that are too long are refused', async () => {
    await set({ proxy: true });
    expect((await open(`/stats/page/${site.uid}`, { method: 'DELETE' })).status).toBe(405);
    expect((await report('203.0.113.7', { url: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test('while the server is away, pages are as they were', async () => {
    await set({ proxy: true, script: `http://127.0.0.1:1/embed/${site.uid}.js` });
    expect((await open(`/stats/embed/${site.uid}.js`)).status).toBe(502);
    expect((await open('/about/')).status).toBe(200);
  });

  test('signed-in people of the chosen roles are not counted', async () => {
    const cookie = await signIn();
    await set({});
    expect(await findScript({ headers: { cookie } })).toBeUndefined();
    await set({ exclude_roles: [] });
    expect(await findScript({ headers: { cookie } })).toContain(script());
  });

  test('the settings take a pasted line, say what is wrong, and keep what was right', async () => {
    await set({});
    const cookie = await signIn();
    const page = '/wp-admin/options-general.php?page=footfall';
    const form = await (await open(page, { headers: { cookie } })).text();
    const hidden = [
      ...form.matchAll(/name=['"](_wpnonce|_wp_http_referer|option_page|action)['"] value=['"]([^'"]*)/g),
    ];
    const save = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
      for (const [name, value] of Object.entries(fields)) body.append(`footfall[${name}]`, value);
      await open('/wp-admin/options.php', { method: 'POST', headers: { cookie }, body });
      return (await open(`${page}&settings-updated=true`, { headers: { cookie } })).text();
    };
    const line = `<script defer src="https://stats.example.org/embed/abc.js?kudos&amp;events"></script>`;
    await save({ script: line, proxy: '1', proxy_path: '/numbers/' });
    const saved = async () => JSON.parse(await wordpress().run("echo json_encode(get_option('footfall'));"));
    const right = {
      script: 'https://stats.example.org/embed/abc.js?kudos&events',
      proxy: true,
      proxy_path: 'numbers',
      exclude_roles: [],
    };
    expect(await saved()).toEqual(right);
    const answer = await save({
      script: 'javascript:alert(1)//"><b>',
      proxy: '1',
      proxy_path: '../wp-admin',
    });
    expect(answer).toContain('got “javascript:alert(1)//&quot;&gt;&lt;b&gt;”');
    expect(answer).toContain('got “../wp-admin”');
    expect(await saved()).toEqual(right);
  });

  test('nothing is left when it is deleted', async () => {
    await set({});
    await wordpress().run(
      "define('WP_UNINSTALL_PLUGIN', true); require 'wp-content/plugins/footfall/uninstall.php';",
    );
    expect(await wordpress().run("var_export(get_option('footfall'));")).toBe('false');
  });
});
