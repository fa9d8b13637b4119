import { describe, expect, test } from 'bun:test';
import { CAPTURED_EVENTS, CAPTURES, type CaptureName, readCapture } from '../../src/core/capture.ts';
import { formatSnippet } from '../../src/core/snippet.ts';
import { applyDirectives } from '../../src/tracker/directives.ts';
import { parseFlags, TRACKER_FLAGS } from '../../src/tracker/script-options.ts';
import { createTrackerScripts, type ScriptRequest } from '../../src/tracker/scripts.ts';

const NOTHING = readCapture('{}');
const EVERYTHING = Object.fromEntries(CAPTURES.map(name => [name, true])) as Record<CaptureName, boolean>;
const UID = 'abcdefghij0123456789';
const scripts = createTrackerScripts({ baseUrl: null, collectorPath: 'page' });

const requestOf = (flags: string): ScriptRequest => ({
  uid: UID,
  query: new URLSearchParams(flags),
  file: '.js',
  honourGpc: true,
  honourDnt: false,
  capture: NOTHING,
  pageRules: [],
});
const render = (flags = '', request: Partial<ScriptRequest> = {}) =>
  scripts.render({ ...requestOf(flags), ...request });

const everyFlag = TRACKER_FLAGS.filter(flag => flag !== 'ignore').join('&');

describe('the script', () => {
  test.each(['.js', '/min.js'] as const)(
    'at %s has at most 700 bytes gzipped, whatever the settings of the site',
    file => {
      expect(render('', { file, honourGpc: true, honourDnt: true }).gzipped.byteLength).toBeLessThanOrEqual(
        700,
      );
    },
  );

  test.each(['.js', '/min.js'] as const)('at %s with all flags stays under 2.5 KiB gzipped', file => {
    expect(render(everyFlag, { file, honourDnt: true }).gzipped.byteLength).toBeLessThan(2_560);
  });

  test.each(['.js', '/min.js'] as const)(
    'at %s that captures everything by itself stays under 1.2 KiB gzipped, and under 1.25 with ids of visitors',
    file => {
      const sizeWith = (identify: boolean) =>
        render('', { file, honourDnt: true, capture: { ...EVERYTHING, identify } }).gzipped.byteLength;
      expect(sizeWith(false)).toBeLessThanOrEqual(1_228);
      expect(sizeWith(true)).toBeLessThanOrEqual(1_280);
    },
  );

  test.each([
    ['outbound_links', ['outbound_click']],
    ['downloads', ['file_download']],
    ['forms', ['form_submit']],
    ['not_found', ['not_found']],
    ['engagement', []],
    ['identify', []],
  ])('that captures %s sends %j and nothing else by itself', (name, events) => {
    const { text } = render('', { capture: { ...NOTHING, [name]: true } });
    expect(CAPTURED_EVENTS.filter(event => text.includes(event))).toEqual(events);
    expect(render('ignore', { capture: EVERYTHING }).text).not.toMatch(/_click|_download|_submit|not_found/);
  });

  test('takes further extensions of downloads, and nothing else', () => {
    const ask = (given: string) =>
      render(`downloads=${encodeURIComponent(given)}`, { capture: { ...NOTHING, downloads: true } }).text;
    expect(ask('DWG, step')).toContain('|mp[34]|dwg|step)');
    expect(ask(')$/;alert(1),.*,')).toBe(ask(''));
  });

  test('unzips to its text', () => {
    const { text, gzipped } = render();
    expect(new TextDecoder().decode(Bun.gunzipSync(gzipped))).toBe(text);
  });

  test('has nothing in it that browsers of 2017 do not read', () => {
    const { text } = render(everyFlag, { honourDnt: true, capture: EVERYTHING });
    expect(text).not.toMatch(
      /\?\.[a-z(]|\?\?|catch\s*\{|\.\.\.\w+\s*[},]|\*\*|[&|]{2}=|\d_\d|\bclass\b|#\w+\s*[=(]/i,
    );
  });

  test('finds the collector beside embed/ from each of its addresses', () => {
    expect(render('', { file: '.js' }).text).toContain('"../page/"');
    expect(render('', { file: '/min.js' }).text).toContain('"../../page/"');
    expect(render('', { file: '/readable.js' }).text).toContain("'../../page/'");
  });

  test('sends to no address that content blockers know, with any flag', () => {
    expect(render(everyFlag).text).not.toMatch(/collect|track|analytics/i);
  });

  test('send=beacon is beacon', () => {
    expect(render('send=beacon').text).toBe(render('beacon').text);
    expect(render('send=spa&send=beacon').text).not.toBe(render('').text);
  });

  test('can be read at an address of its own: comments stay, switches go', () => {
    const { text } = render('events', { file: '/readable.js' });
    expect(text).toContain('// Once per view');
    expect(text).not.toMatch(/#if|#end|biome/);
  });

  test('never touches cookies', () => {
    expect(render(everyFlag).text).not.toContain('cookie');
  });

  test('holds only the pieces that are asked for', () => {
    const has = (piece: string, flags: string, request?: Partial<ScriptRequest>) =>
      render(flags, request).text.includes(piece);
    expect([has('sendBeacon', ''), has('sendBeacon', 'beacon')]).toEqual([false, true]);
    expect([has('closest', ''), has('closest', 'events'), has('closest', 'events=false')]).toEqual([
      false,
      true,
      false,
    ]);
    expect([has('triggerUpdate', ''), has('triggerUpdate', 'spa')]).toEqual([false, true]);
    expect([has('fetch(', 'ignore'), has('closest', 'ignore&events')]).toEqual([false, false]);
    expect([has('globalPrivacyControl', ''), has('globalPrivacyControl', '', { honourGpc: false })]).toEqual([
      true,
      false,
    ]);
    expect([has('doNotTrack', ''), has('doNotTrack', '', { honourDnt: true })]).toEqual([false, true]);
  });

  test.each([
    ['hits', ['hits', 'widgets/']],
    ['hits=unique', ['unique_hits', 'widgets/']],
    ['countries', ['DisplayNames', 'widgets/']],
    ['kudos', ['aria-pressed', 'kudos/', '"👏"']],
    ['kudos=custom', ['aria-pressed', 'kudos/']],
    ['publicstats', ['public/']],
    ['uptime', ['percent', 'widgets/']],
    ['events&beacon&spa', []],
  ])('with %s holds the pieces of its elements and of no others', (flags, pieces) => {
    const every = [
      ...['unique_hits', 'widgets/', 'DisplayNames', 'percent', 'aria-pressed', 'kudos/', '"👏"', 'public/'],
    ];
    const { text } = render(flags);
    expect(every.filter(piece => text.includes(piece))).toEqual(
      every.filter(piece => pieces.includes(piece)),
    );
    expect(text.includes('MutationObserver')).toBe(pieces.length > 0);
    expect(text).not.toMatch(/BASE|PUBLIC|SITE|SHOW|LABEL/);
  });

  test('links to the public page at the base URL where there is one, else beside the script', () => {
    const linkOf = (baseUrl: string | null) => {
      const { text } = createTrackerScripts({ baseUrl, collectorPath: 'page' }).render(
        requestOf('publicstats'),
      );
      const base = /([^"'`(]*)\/public\//.exec(text)?.[1] ?? '';
      return new URL(`${base}/public/x`, 'https://shop.example/stats/embed/x.js').href;
    };
    expect(linkOf('https://stats.example.org')).toBe('https://stats.example.org/public/x');
    expect(linkOf(null)).toBe('https://shop.example/stats/public/x');
  });

  test('asks only for what its flags show, and works without counting', () => {
    expect(render('hits&ignore').text).toContain('show=hits"');
    expect(render('countries').text).toContain('show=countries"');
    expect(render('countries&hits=unique').text).toContain('show=hits,countries"');
    expect(render('hits&ignore').text).not.toContain('page/');
  });

  test.each([
    ['❤️', '❤️'],
    ['', '👏'],
    ['true', '👏'],
    ['  Thank you ', 'Thank you'],
    ["$&$1'", "$&$1'"],
    ['"</script>\\', '"</script>\\'],
    ['SITE LABEL', 'SITE LABEL'],
    ['a\u0000\n\u2028b', 'ab'],
    ['👩‍👩‍👧‍👦'.repeat(9), [...'👩‍👩‍👧‍👦'.repeat(9)].slice(0, 32).join('')],
  ])('shows the kudos label %j as the text it is', (label, shown) => {
    for (const file of ['.js', '/readable.js'] as const) {
      const { text } = render(`kudos=${encodeURIComponent(label)}`, { file });
      expect(text).toContain(JSON.stringify(shown));
      expect(() => new Function(text)).not.toThrow();
    }
  });

  test('is made once, and its mark changes with its text', () => {
    expect(render('events')).toBe(render('events&unknown=1'));
    const marks = [
      render(),
      render('events'),
      render('', { honourGpc: false }),
      render('', { uid: `${UID}x` }),
    ];
    expect(new Set(marks.map(script => script.etag)).size).toBe(marks.length);
  });

  test.each([
    ['Like counts gpc', 'Like'],
    ['👏 counts gpc', '👏'],
    ['Like","counts","gpc', 'Like'],
  ])('with the label %j never stands in for the one with %j', (forged, label) => {
    for (const file of ['.js', '/readable.js'] as const) {
      const own = createTrackerScripts({ baseUrl: null, collectorPath: 'page' });
      const ask = (flags: string) =>
        own.render({
          uid: UID,
          query: new URLSearchParams(flags),
          file,
          honourGpc: true,
          honourDnt: false,
          capture: NOTHING,
          pageRules: [],
        });
      ask(`kudos=${encodeURIComponent(forged)}&ignore`);
      const { text } = ask(`kudos=${encodeURIComponent(label)}`);
      expect(text).toContain('page/');
      expect(text).not.toContain(JSON.stringify(forged));
    }
  });

  test('stays kept while somebody asks for a thousand labels of another site', () => {
    const kept = render('events');
    for (let n = 0; n <= 1_000; n++) render(`kudos=${n}`, { uid: 'zzzzzzzzzz0123456789' });
    expect(render('events')).toBe(kept);
  });
});

test('flags are on when named, with any value but false and 0', () => {
  const flags = parseFlags(
    new URLSearchParams('hits=unique&kudos=%F0%9F%91%8F&spa&events=false&beacon=0&cookies'),
  );
  expect([...flags.keys()]).toEqual(['hits', 'kudos', 'spa']);
});

test('pieces stay only while every switch around them is on', () => {
  const source = 'a\n// #if one\nb\n  // #if two\nc\n  // #end\n// #end\nd';
  expect(applyDirectives(source, new Set(['one']))).toBe('a\nb\nd');
  expect(applyDirectives(source, new Set(['two']))).toBe('a\nd');
  expect(applyDirectives(source, new Set(['one', 'two']))).toBe('a\nb\nc\nd');
});

test('the formatSnippet is one line that loads the script without holding up the page', () => {
  expect(formatSnippet({ origin: 'https://stats.example', uid: UID })).toBe(
    `<script defer src="https://stats.example/embed/${UID}.js"></script>`,
  );
});
