/** Files that crawlers and browsers ask every server for. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

test('robots.txt keeps crawlers to the docs and public pages, and there is an icon', async () => {
  const robots = await fetch(`${server().url}/robots.txt`);
  expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await robots.text()).toBe(
    'User-agent: *\nAllow: /docs\nAllow: /llms.txt\nAllow: /public/\nDisallow: /\n',
  );
  const icon = await fetch(`${server().url}/favicon.ico`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await icon.text()).toContain('<svg');
});
