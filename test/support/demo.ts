/** A server with the demonstration's data. */
import { fillWithDemo } from '../../src/server/commands/demo.ts';
import { temporaryFolder } from './cli.ts';
import { openBrowser } from './cookie-jar.ts';
import { prepareFolder } from './prepared-folder.ts';
import { createMovableClock, startTestServer } from './server.ts';

const TUESDAY = '2026-03-10T12:00:00Z';

/** Copies a folder that was filled at a time, which takes longer than what its tests ask. */
const copyFilledAt = (now: string) =>
  prepareFolder(async data => {
    const server = await startTestServer({ data, clock: createMovableClock(now), hasOwner: false });
    const { signal } = new AbortController();
    const demo = await fillWithDemo(server.services, { signal, onProgress: () => {} });
    await server.stop();
    return demo;
  });
const copies = new Map<string, ReturnType<typeof copyFilledAt>>();

/** Starts a server with the demonstration, filled at a time that its clock then has, and a browser of its owner. */
export async function startDemo(now = TUESDAY) {
  const folder = temporaryFolder();
  const copy = copies.get(now) ?? copyFilledAt(now);
  copies.set(now, copy);
  const { filled } = await copy(folder.path);
  const clock = createMovableClock(now);
  const server = await startTestServer({ data: folder.path, clock, hasOwner: false });
  const browser = openBrowser(server);
  await browser.signIn(filled.email, filled.password);
  return {
    server,
    clock,
    browser,
    async [Symbol.asyncDispose]() {
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}
