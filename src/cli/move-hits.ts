/** The command `move-hits`. */
import { HITS_URL_FORM, parseHitsUrl } from '../core/hits-url.ts';
import type { Command } from './command.ts';
import { createProgressBar } from './progress-bar.ts';
import { loadCommandConfig, withServer } from './remote/with-server.ts';

export const moveHits: Command = {
  name: 'move-hits',
  summary:
    'copy all hits to a ClickHouse database, or back into the data folder, even while the server is running',
  positionals: [],
  flags: {
    to: {
      value: 'URL|embedded',
      description: 'database, as in FOOTFALL_HITS_URL, or `embedded` for the data folder',
      isRequired: true,
      type: {
        allowed: `embedded, or ${HITS_URL_FORM}`,
        parse: text => (text === 'embedded' || parseHitsUrl(text) ? text : undefined),
      },
    },
  },
  details: [
    'A copy that was interrupted goes on where it was when the command is repeated. At the end every site is compared by day.',
    'Afterwards restart the server with FOOTFALL_HITS_URL (or without it): what has come since the copy is moved at that start.',
  ].join('\n'),
  async run(args, context) {
    const config = loadCommandConfig(args, context);
    const progress = createProgressBar(context, 'rows');
    const done = await withServer({ config, context }, send =>
      send('hits.move', { to: args.flags['to'] ?? '' }, { onProgress: progress.show }),
    );
    progress.clear();
    context.print(done);
    return 0;
  },
};
