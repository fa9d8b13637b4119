/** The container image: built, started, used, stopped and started again, with the program that was built. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtBinary } from './support/binary.ts';
import { buildImage, canRunImages, type Image } from './support/image.ts';
import { TIME_LIMIT_MS } from './support/time-limit.ts';

describe.skipIf(!canRunImages)('the image', () => {
  let image: Image;
  beforeAll(async () => {
    image = buildImage(await builtBinary());
  }, TIME_LIMIT_MS);
  afterAll(() => image?.remove());

  test('its settings are those of the file', () => {
    expect(image.config).toMatchObject({
      User: '10001:10001',
      Env: expect.arrayContaining(['FOOTFALL_DATA=/data', 'FOOTFALL_HOST=0.0.0.0']),
      Entrypoint: ['/usr/bin/footfall'],
      Cmd: ['serve'],
      ExposedPorts: { '8790/tcp': {} },
      Volumes: { '/data': {} },
      Healthcheck: { Test: ['CMD', '/usr/bin/footfall', 'health'] },
    });
  });

  test(
    'a hit is counted in it, and is there after a stop and a start',
    async () => {
      const first = await image.serve();
      expect(first.output).toContain('/setup?token=');
      expect(image.run('health')).toMatchObject({ code: 0, out: 'ok\n' });
      expect(image.run('user', 'add', 'ann@example.org')).toMatchObject({ code: 0 });
      const key = image.run('key', 'add', 'ann@example.org').out.trim();
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const post = async (path: string, body: object) => {
        const answer = await fetch(`${first.origin}/api/v1${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        return { status: answer.status, body: await answer.json() };
      };
      const { site } = (await post('/sites', { url: 'https://shop.example' })).body;
      expect((await post(`/sites/${site.id}/hits`, { path: '/first' })).status).toBe(201);
      expect(await first.stop()).toBe(0);

      const second = await image.serve();
      const answer = await fetch(`${second.origin}/api/v1/sites/${site.id}/hits`, { headers });
      expect(await answer.json()).toMatchObject({ hits: [{ path: '/first' }] });
      expect(await second.stop()).toBe(0);
      expect(image.run('health')).toMatchObject({ code: 1 });
    },
    TIME_LIMIT_MS,
  );

  test('all that it has written is of its user, and for that user alone', () => {
    const folder = image.dataFolder();
    const files = readdirSync(folder);
    expect(files).toContain('salt.db');
    for (const file of files) {
      const { uid, mode } = statSync(join(folder, file));
      expect([file, uid, mode & 0o077]).toEqual([file, 10_001, 0]);
    }
  });
});
