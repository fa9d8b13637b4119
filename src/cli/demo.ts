/** The commands `demo` and `demo export`. */
import { systemClock } from '../core/clock.ts';
import { FOREIGN_FORMATS, type ForeignFormat } from '../core/import-formats.ts';
import { writeDemoExport } from '../server/commands/demo-export.ts';
import type { Command } from './command.ts';
import { createProgressBar } from './progress-bar.ts';
import { loadCommandConfig, withServer } from './remote/with-server.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'fill a new data folder with 90 days of demo data and print a login',
  positionals: [],
  flags: {},
  async run(args, context) {
    const progress = createProgressBar(context, 'rows');
    // Never the service's data, which it would mix with.
    const config = loadCommandConfig(args, { ...context, settingsFile: undefined });
    const { isServed, email, password, hits, url } = await withServer(
      { config, context, mayCreate: true },
      async (send, isServed) => ({
        isServed,
        ...(await send('demo', undefined, { onProgress: progress.show })),
      }),
    );
    progress.clear();
    context.print(`${hits} pageviews over 90 days created; sign in with`);
    context.print(`email=${email}\npassword=${password}`);
    if (!isServed)
      context.print(`start the server with: footfall serve --data ${quoteForShell(config.data)}`);
    context.print(`${isServed ? 'open' : 'then open'} ${url}/login`);
    return 0;
  },
};

export const demoExport: Command = {
  name: 'demo export',
  summary: "write 90 days of demo data as another tool's export, to try an import",
  positionals: ['FORMAT', 'FILE'],
  flags: {},
  details: `FORMAT is one of ${FOREIGN_FORMATS.join(', ')}.`,
  async run({ positionals: [format = '', file = ''] }, { print }) {
    const { views } = writeDemoExport(format as ForeignFormat, file, systemClock.now());
    print(`${views} page views of notes.example written to ${file}`);
    return 0;
  },
};

/** Quotes a path for a shell. */
const quoteForShell = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
