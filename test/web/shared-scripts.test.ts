/** What the languages of the dashboard share: the program carries it once. */
import { expect, test } from 'bun:test';
import { buildWeb } from '../../src/server/web-build.ts';

test('the shapes of the countries are in one script, the same in every language', async () => {
  const built = await Promise.all([buildWeb('en'), buildWeb('de')]);
  const withShapes = built.map(files =>
    files
      .filter(({ bytes }) => new TextDecoder().decode(bytes).includes('Antarctica'))
      .map(({ name }) => name),
  );
  expect(withShapes[0]).toHaveLength(1);
  expect(withShapes[1]).toEqual(withShapes[0]);
  const [name = ''] = withShapes[0] ?? [];
  const importers = built.map(files =>
    files.filter(({ bytes }) => new TextDecoder().decode(bytes).includes(`"./${name}"`)),
  );
  for (const each of importers) expect(each.length).toBeGreaterThan(0);
});
