/** A WordPress with the plugin: Debian's files and database, PHP's own web server, all in a scratch folder. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { makeWordPressPlugin } from '../../scripts/release/wordpress-plugin.ts';
import { findFreePort } from './free-port.ts';
import { until } from './until.ts';

const root = resolve(import.meta.dir, '../..');
/** Debian's package, unpacked by scripts/test.sh: installed, it would bring a web server. */
const FILES = join(root, '.wordpress/usr/share/wordpress');

const hasExtension = (name: string): boolean =>
  Bun.spawnSync(['php', '-r', `exit(extension_loaded('${name}') ? 0 : 1);`]).exitCode === 0;

export const hasWordPress: boolean =
  existsSync(FILES) && Bun.which('mariadbd') !== null && Bun.which('php') !== null && hasExtension('mysqli');

export interface WordPress extends AsyncDisposable {
  readonly url: string;
  /** Runs PHP within WordPress, and returns what it prints. */
  run(code: string): Promise<string>;
}

/** What every page of the site is made of. */
const THEME = `<!doctype html><html><head><?php wp_head(); ?></head><body>
<?php while (have_posts()) { the_post(); the_title('<h1>', '</h1>'); } wp_footer(); ?></body></html>`;

/** Sends paths that are no files to WordPress, as the rules of a web server do. */
const ROUTER = `<?php
$file = __DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (is_file($file)) { return false; }
$_SERVER['SCRIPT_NAME'] = '/index.php';
require __DIR__ . '/index.php';`;

const config = (url: string, socket: string): string => `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'wordpress'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', '${url}'); define('WP_SITEURL', '${url}');
define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true); define('WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost');
define('AUTOMATIC_UPDATER_DISABLED', true); define('WP_DEBUG', true); define('WP_DEBUG_DISPLAY', true);
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) { define($name . '_KEY', $name); define($name . '_SALT', $name); }
$table_prefix = 'wp_';
if (!defined('ABSPATH')) { define('ABSPATH', __DIR__ . '/'); }
require_once ABSPATH . 'wp-settings.php';`;

/** Starts a database that only its socket leads to. */
async function startDatabase(folder: string) {
  const data = join(folder, 'database');
  const socket = join(folder, 'socket');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const made = Bun.spawnSync([
    'mariadb-install-db',
    '--no-defaults',
    ...user,
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  if (made.exitCode !== 0) throw new Error(`no database: ${made.stdout}${made.stderr}`);
  const init = join(folder, 'init.sql');
  writeFileSync(init, 'create database wordpress;\n');
  const server = Bun.spawn(
    [
      'mariadbd',
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      '--skip-grant-tables',
      `--pid-file=${join(folder, 'pid')}`,
      `--init-file=${init}`,
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );
  return { socket, server };
}

/** Unpacks the plugin as it is released. */
function installPlugin(folder: string): void {
  for (const [name, bytes] of Object.entries(
    unzipSync(makeWordPressPlugin({ version: '1.2.3', date: new Date('2026-11-25T12:00:00Z') })),
  )) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

/** Starts a site with the plugin active, one page at `/about/`, and readable addresses. */
export async function startWordPress(): Promise<WordPress> {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-wordpress-'));
  const site = join(folder, 'site');
  cpSync(FILES, site, { recursive: true, dereference: false });
  const content = join(site, 'wp-content');
  rmSync(content, { recursive: true, force: true });
  installPlugin(join(content, 'plugins'));
  const theme = join(content, 'themes/plain');
  mkdirSync(theme, { recursive: true });
  writeFileSync(join(theme, 'style.css'), '/* Theme Name: Plain */');
  writeFileSync(join(theme, 'index.php'), THEME);
  writeFileSync(join(site, 'router.php'), ROUTER);
  const { socket, server: database } = await startDatabase(folder);
  const port = findFreePort();
  const url = `http://127.0.0.1:${port}`;
  rmSync(join(site, 'wp-config.php'), { force: true });
  writeFileSync(join(site, 'wp-config.php'), config(url, socket));

  const run = async (code: string): Promise<string> => {
    const child = Bun.spawn(['php', '-d', 'display_errors=stderr', '-r', code], {
      cwd: site,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, error] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new Error(`PHP: ${out}${error}`);
    return out;
  };
  await until(() => existsSync(socket));
  await run(`define('WP_INSTALLING', true); $_SERVER['HTTP_HOST'] = '127.0.0.1:${port}';
    require 'wp-load.php'; require 'wp-admin/includes/upgrade.php';
    wp_install('Shop', 'owner', 'owner@shop.example', true, '', 'secret');
    update_option('permalink_structure', '/%postname%/'); update_option('active_plugins', ['footfall/footfall.php']);
    update_option('template', 'plain'); update_option('stylesheet', 'plain');
    wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'About', 'post_name' => 'about']);
    flush_rewrite_rules();`);
  const web = Bun.spawn(['php', '-S', `127.0.0.1:${port}`, '-t', site, join(site, 'router.php')], {
    cwd: site,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  await until(async () => (await fetch(url).catch(() => undefined))?.ok === true);
  return {
    url,
    run: code => run(`require 'wp-load.php'; ${code}`),
    async [Symbol.asyncDispose]() {
      web.kill();
      database.kill();
      await Promise.all([web.exited, database.exited]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
