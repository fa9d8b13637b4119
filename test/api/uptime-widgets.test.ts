/** Uptime in widgets. Source: decisions, section 5. */
import { expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import { WidgetAnswer } from '../../src/features/widgets/schema.ts';
import { share } from '../support/share.ts';
import { checkNow, startShop, startWatching, watchedSite, watchFor } from '../support/uptime.ts';

const server = share(() => startWatching({ settings: { FOOTFALL_UPTIME_CONFIRM: '1' } }));
const get = (path: string) => fetch(`${server().url}${path}`);

test('a public monitored site shows its uptime as figures and as a badge, and that it is down', async () => {
  await using site = await startShop(server(), { public: true });
  const widget = async (show: string) => {
    const body = await (await get(`/widgets/${site.uid}.json?show=${show}`)).json();
    expect(Value.Check(WidgetAnswer, body)).toBe(true);
    return body;
  };
  await checkNow(server());
  expect(await widget('uptime')).toEqual({ uptime: 100, is_down: false });
  expect(await widget('hits,uptime')).toMatchObject({ hits: 0, uptime: 100 });
  const badge = await get(`/badge/${site.uid}/uptime.svg`);
  expect(badge.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(badge.headers.get('cache-control')).toBe('public, max-age=60');
  expect(await badge.text()).toContain('<title>uptime: 100%</title>');
  expect(await (await get(`/badge/${site.uid}/uptime.svg?label=health&color=000080`)).text()).toMatch(
    /<title>health: 100%<\/title>.*fill="#000080"/s,
  );
  await watchFor(server(), 540, 10);
  site.answers(500);
  await watchFor(server(), 130, 5);
  const { uptime, is_down } = (await widget('uptime')) as { uptime: number; is_down: boolean };
  expect([is_down, uptime > 50 && uptime < 100]).toEqual([true, true]);
  expect(await (await get(`/badge/${site.uid}/uptime.svg?color=000080`)).text()).toMatch(
    /<title>uptime: down<\/title>.*fill="#cf222e"/s,
  );
});

test('a site that is not public or not monitored shows no uptime', async () => {
  const badge = async (uid: string) => (await get(`/badge/${uid}/uptime.svg`)).status;
  const hidden = await watchedSite(server(), 'https://shop.test');
  const open = await server().given.site({ public: true });
  expect([await badge(hidden.uid), await badge(open.uid), await badge('x'), await badge('%00')]).toEqual([
    404, 404, 404, 404,
  ]);
  const widget = await get(`/widgets/${open.uid}.json?show=uptime`);
  expect([widget.status, await widget.json()]).toEqual([200, {}]);
});

test.each(['label=%00', `label=${'x'.repeat(41)}`, 'color=red', 'color=%22%3E'])(
  'a badge with %s is 400',
  async query => {
    const { uid } = await watchedSite(server(), 'https://shop.test', { public: true });
    expect((await get(`/badge/${uid}/uptime.svg?${query}`)).status).toBe(400);
  },
);
