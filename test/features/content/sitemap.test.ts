import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { MAX_SITEMAP_BYTES, parseSitemapFile } from '../../../src/features/content/crawl/sitemap.ts';

const read = (text: string) => parseSitemapFile(Buffer.from(text));

test('a sitemap lists pages, a sitemap index lists sitemaps', async () => {
  const set =
    '<urlset><url><loc>\n https://a.test/?x&amp;y&#38;z </loc><image:loc>no</image:loc><location>no</location></url></urlset>';
  expect(await read(set)).toEqual({ pages: ['https://a.test/?x&y&z'], sitemaps: [] });
  const index =
    '<?xml?><sitemapindex><sitemap><loc a="b"><![CDATA[ https://a.test/2?a&b ]]></loc></sitemap></sitemapindex>';
  expect(await read(index)).toEqual({ pages: [], sitemaps: ['https://a.test/2?a&b'] });
  const pages = ['https://a.test/1', 'http://a.test/2'];
  expect(await read('https://a.test/1\r\nnonsense\nhttp://a.test/2')).toEqual({ pages, sitemaps: [] });
});

const CUT = ['<', '<loc', '<loc>', '<loc>x', '<urlset><loc>x<loc>', '<loc><![CDATA[x'];

test.each([...CUT, '', '\u0000', '<html><p>404</html>'])(
  'of %p nothing is listed that is not there',
  async text => {
    const { pages, sitemaps } = await read(text);
    expect([...pages, ...sitemaps].filter(address => address !== 'x')).toEqual([]);
  },
);

test('a compressed sitemap is decompressed; a decompression bomb and a truncated file have no addresses', async () => {
  const packed = gzipSync('<urlset><loc>https://a.test/</loc></urlset>');
  expect((await parseSitemapFile(packed)).pages).toEqual(['https://a.test/']);
  expect((await parseSitemapFile(packed.subarray(0, 20))).pages).toEqual([]);
  const bomb = gzipSync(Buffer.alloc(MAX_SITEMAP_BYTES + 1, '<loc>x</loc>'));
  expect((await parseSitemapFile(bomb)).pages).toEqual([]);
});

test('a long sitemap is parsed up to ten thousand addresses', async () => {
  expect((await read(`<urlset>${'<loc>x</loc>'.repeat(20_000)}`)).pages).toHaveLength(10_000);
});
