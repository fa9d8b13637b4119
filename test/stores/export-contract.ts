/** What every engine exports: a file from which an import makes the same site again. */
import { describe, expect, test } from 'bun:test';
import type { ReportedKind } from '../../src/core/hits/columns.ts';
import type { ExportFormat, ExportRequest, ExportStream } from '../../src/core/hits/export.ts';
import type { Dimension } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { fuzzCases } from '../support/fuzz.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { plainDerivations, toImport } from '../support/import-rows.ts';
import { createRandom } from '../support/random.ts';
import { storeOfEach } from '../support/store-of-each.ts';

const KINDS = ['hit', 'event', 'agent_visit'] as const;
const SITE_URL = 'https://example.com/';
const SLICE = { offset: 0, limit: 1000 };
const HOSTILE = ['=1+1', '"', ' a,b ', 'two\nlines\r\n', '\\', '\u0000', '\u{1f600}', "'; --", '{}', 'null'];
/** Those that a property may have. */
const PLAIN = HOSTILE.filter(text => !/\p{Cc}/u.test(text));

/** Rows of three days out of order, some at the same instant, of few visitors: marks and ties matter. */
export const randomRows = (seed: number): NewHit[] => {
  const { next, pick } = createRandom(seed);
  return Array.from({ length: 300 }, () => {
    const kind = pick(KINDS);
    const isHuman = kind !== 'agent_visit';
    const createdAt = new Date(Date.UTC(2026, 2, 8) + next(500) * 518_400);
    // A visitor who is known for a day has another hash on every day.
    const ofDay = BigInt(createdAt.getUTCDate());
    const visitor = isHuman ? pick([null, ofDay, 32n, 2n ** 64n - 1n]) : null;
    const path = pick(['/', '/a', '/a%20b', '/ü"x",y']);
    const own = kind === 'event' ? pick([null, path]) : path;
    return aHit({
      kind,
      createdAt,
      path: own,
      // The site's own address is left out, but for one with parameters.
      url: pick([
        own?.includes('?') ? SITE_URL.slice(0, -1) + own : null,
        'https://example.com/a?utm_campaign=x,y',
        'http://other.example/',
      ]),
      referrer: pick([null, 'https://news.example/?q="a"', 'android-app://x']),
      country: pick(['XX', 'DE']),
      source: pick([null, 'News, "daily"']),
      visitorHash: visitor,
      visitorScope: visitor === null ? null : visitor === ofDay ? 'day' : 'stable',
      ...(isHuman && {
        browserName: pick([null, 'Firefox']),
        platformName: pick([null, 'Linux']),
        browserVersion: pick([null, '142']),
        platformVersion: pick([null, '6.8']),
        region: pick([null, 'Île-de-France']),
        city: pick([null, 'Saint-Denis, "93"']),
        language: pick([null, 'fr-FR']),
        screen: pick([null, 'phone', 'wide']),
        network: pick([null, 'hosting', 'access']),
        isMobile: pick([null, true, false]),
      }),
      ...(isHuman && { properties: pick([null, ...PLAIN.map(text => JSON.stringify({ n: -1.5, text }))]) }),
      ...(kind === 'event' && { event: pick(['a.b', 'sign up.done']), value: pick([null, ...HOSTILE]) }),
      ...(kind === 'event' && pick([{}, { revenueAmount: next(10 ** 6), revenueCurrency: 'EUR' }])),
      ...(kind === 'agent_visit' && {
        agentName: 'GPTBot',
        provider: 'OpenAI',
        category: 'training',
        statusCode: pick([null, 200, 404]),
      }),
    });
  });
};

/** Reads an export to its end. */
export async function readExport(stream: ExportStream) {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done) return { rows: value, bytes: Buffer.concat(pieces) };
    pieces.push(value);
  }
}

/** Runs the suite over an engine that `open` starts in an empty folder. */
export const describeExport = (
  name: string,
  open: (folder: string) => Promise<TestHitStore>,
  formats: readonly ExportFormat[],
): void => {
  describe(name, () => {
    const given = storeOfEach(open);
    const hits = { siteId: 1, siteUrl: SITE_URL, kind: 'hit', span: null, format: 'ndjson' } as const;
    /** Writes an export to a file. Returns the number of rows. */
    const save = async (file: string, more: Partial<ExportRequest>): Promise<number> => {
      const { rows, bytes } = await readExport(given.store.exportRows({ ...hits, ...more }));
      await Bun.write(file, bytes);
      return rows;
    };
    const load = (siteId: number, file: string) => {
      const derive = { ...plainDerivations, source: () => null };
      return given.store.importFile(toImport(file, { siteId, siteUrl: SITE_URL, derive }));
    };
    const answers = async (siteId: number, kind: ReportedKind) => {
      const { store } = given;
      const query = aQuery({ siteId, kind });
      const edges = Array.from({ length: 73 }, (_, hour) => new Date(Date.UTC(2026, 2, 8, hour)));
      const dimensions: Dimension[] = ['path', 'country', 'referrer_host', 'campaign', 'source'];
      return {
        rows: (await store.list(query, SLICE)).map(({ id: _id, siteId: _siteId, ...row }) => row),
        totals: await store.totals(query, { countsVisits: true }),
        series: await store.series(query, edges),
        groups: await Promise.all(dimensions.map(dimension => store.group(query, dimension, SLICE))),
        ...(kind === 'hit' && { engagement: await store.engagement(query) }),
        revenue: await store.revenue(query, { dimension: 'value' }),
      };
    };

    for (const format of formats)
      test.each([2, 1, 3].slice(0, fuzzCases(3)))(
        `${format} is read back with every report equal: history %d`,
        async seed => {
          const { store } = given;
          await store.append(randomRows(seed));
          if (seed === 2) await store.maintain({ force: true });
          // A hit that came late leaves the mark with one that is newer; an import must not move it.
          await store.append([...randomRows(seed + 10), aHit({ siteId: 3, path: '/of-another-site' })]);
          for (const kind of KINDS) {
            const file = given.inside(`${kind}.${format}`);
            const rows = await save(file, { kind, format });
            const report = await load(2, file);
            expect(report).toMatchObject({ read: rows, bad: 0, duplicates: 0, imported: { [kind]: rows } });
          }
          for (const kind of KINDS) expect(await answers(2, kind)).toEqual(await answers(1, kind));
        },
      );

    for (const format of formats)
      test(`${format} without rows, and of a span`, async () => {
        const file = given.inside(`rows.${format}`);
        expect(await save(file, { format })).toBe(0);
        await given.store.append(['09', '10', '11'].map(day => aHit({ at: `2026-03-${day}T00:00:00Z` })));
        const span = between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');
        expect(await save(file, { format, span })).toBe(1);
        expect((await load(2, file)).imported.hit).toBe(1);
      });
  });
};
