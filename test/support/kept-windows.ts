/**
 * Windows that stay open from test to test: a page in one takes a third of the processor's time that one in a fresh profile takes.
 * Nothing of a test is left in its window but what the browser has cached.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export interface WindowOptions extends BrowserContextOptions {
  /** Opens a new profile, for what a kept one has seen: a cache, scripts that run before all others, a clock of the page. */
  readonly isFresh?: boolean;
}

interface Kept {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Whom its cookies sign in, as long as they are these; nobody: an empty text. */
  visitor: string;
  cookies: string;
}

/** Time limit of one action of a page. On a busy machine loading a page can take more than 10 s. */
const ACTION_TIMEOUT_MS = 180_000;

const idle = new WeakMap<Browser, Map<string, Kept[]>>();

function idleOf(browser: Browser, profile: string): Kept[] {
  const windows = idle.get(browser) ?? new Map<string, Kept[]>();
  idle.set(browser, windows);
  const kept = (windows.get(profile) ?? []).filter(({ page }) => !page.isClosed());
  windows.set(profile, kept);
  return kept;
}

async function openWindow(browser: Browser, profile: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', ...profile });
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  return { context, page, visitor: '', cookies: '' };
}

const cookiesOf = async (context: BrowserContext): Promise<string> =>
  JSON.stringify((await context.cookies()).map(({ name, value }) => `${name}=${value}`).sort());

/** Leaves a window on a page of the server that has no script. */
async function empty({ context, page }: Kept): Promise<void> {
  page.removeAllListeners();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(new URL('/robots.txt', page.url()).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.mouse.move(0, 0);
}

/**
 * Takes a window for a visitor, and what signs them in: a text for one of a server, an empty one for somebody unknown. Disposing of
 * it gives it back.
 */
export async function takeWindow(
  browser: Browser,
  {
    viewport,
    colorScheme = 'light',
    reducedMotion = 'no-preference',
    isFresh = false,
    ...profile
  }: WindowOptions,
  visitor: string,
  signIn: (context: BrowserContext) => Promise<void>,
) {
  const windows = idleOf(browser, JSON.stringify(profile));
  const known = windows.findIndex(each => each.visitor === visitor);
  const [found] = isFresh ? [] : windows.splice(known < 0 ? 0 : known, 1);
  const kept = found ?? (await openWindow(browser, profile));
  await kept.page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await kept.page.emulateMedia({ colorScheme, reducedMotion });
  if (kept.visitor !== visitor || visitor === '') {
    await kept.context.clearCookies();
    await signIn(kept.context);
    kept.visitor = visitor;
    kept.cookies = await cookiesOf(kept.context);
  }
  let isTaken = true;
  return {
    context: kept.context,
    page: kept.page,
    async [Symbol.asyncDispose]() {
      if (!isTaken) return;
      isTaken = false;
      try {
        if (isFresh) throw new Error('it is of no use to another test');
        await empty(kept);
        if ((await cookiesOf(kept.context)) !== kept.cookies) kept.visitor = '';
        windows.push(kept);
      } catch {
        await kept.context.close();
      }
    },
  };
}
