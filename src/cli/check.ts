/** The command `check`. */
import { checkFolder, checkRunning, type FolderCheck } from '../compose/check.ts';
import { CommandError } from '../core/errors.ts';
import { VERSION } from '../core/version.ts';
import { formatMebibytes } from '../lib/english.ts';
import type { Offer } from '../server/commands/command-run.ts';
import type { Arguments, CliContext, Command } from './command.ts';
import { connectionLost, sendToServer } from './remote/control-client.ts';
import { findServer, loadCommandConfig } from './remote/with-server.ts';

export const check: Command = {
  name: 'check',
  summary: 'verify a data folder by reading everything in both databases; changes nothing',
  positionals: [],
  flags: { json: { value: null, description: 'print the result as JSON, with the rows of each table' } },
  details: [
    'Reads every column of every table and compares what the two databases note of each other. Exit code 1 when anything is',
    'missing, unreadable, of a site that is not known, or older than it should be; each fault is a line on standard error. What is not',
    'needed for anything that is stored is a warning, and no fault.',
  ].join('\n'),
  async run(args, context) {
    const found = await checkStores(args, context);
    const { configuration, hits, faults, warnings } = found;
    if (args.flags['json'] !== undefined) {
      context.print(JSON.stringify(toReport(found)));
      return faults.length > 0 ? 1 : 0;
    }
    context.print(
      `configuration: ${formatMebibytes(configuration.sizeBytes)}, schema version ${configuration.schema ?? 'unknown'}`,
    );
    context.print(
      `analytics: ${formatMebibytes(hits.sizeBytes)}, schema version ${hits.schema ?? 'unknown'}`,
    );
    if (hits.rows) {
      const { hit, event, agent_visit: visits, spam_hit: spam, engagement } = hits.rows;
      const engaged = engagement > 0 ? `, ${engagement} reports of engagement` : '';
      context.print(
        `rows: ${hit} hits, ${event} events, ${visits} agent visits, ${spam} spam hits${engaged}`,
      );
    }
    for (const warning of warnings) context.print(`warning: ${warning}`);
    for (const fault of faults) context.printError(`footfall: ${fault}`);
    if (faults.length > 0) return 1;
    context.print('ok');
    return 0;
  },
};

/** What `check --json` prints. `upgrade-check` reads it, printed by another version. */
export interface CheckReport {
  readonly version: string;
  readonly configuration: FolderCheck['configuration'];
  readonly analytics: FolderCheck['hits'];
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** Converts the result of a check to what is printed as JSON. */
export const toReport = ({ configuration, hits, faults, warnings }: FolderCheck): CheckReport => ({
  version: VERSION,
  configuration,
  analytics: hits,
  faults,
  warnings,
});

/** Checks the stores with the server that uses the folder; without one, in this process, which writes nothing there. */
async function checkStores(args: Arguments, context: CliContext): Promise<FolderCheck> {
  const config = loadCommandConfig(args, context);
  if (!(await findServer(config, context))) return checkFolder(config.data);
  let found: FolderCheck | undefined;
  const handOver = async (offer: Offer): Promise<void> => {
    if ('stores' in offer) found = checkRunning(offer.stores, config.data);
  };
  if (!(await sendToServer(config.data, { command: 'check' }, { handOver }))) throw connectionLost();
  if (!found)
    throw new CommandError('the running server is older than this program: restart it, then check again');
  return found;
}
