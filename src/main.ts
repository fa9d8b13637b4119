/** Entry point: arguments and environment in, exit code out. Nothing else reads the environment. */

/** Size of the thread pool. By default there are as many threads as cores; two running queries would block all file reads. */
const POOL_THREADS = '16';

/**
 * What the engine has freed goes back to the system after a second. By default it is marked as free first, and counts as memory of the
 * process for another second, in which a large import frees as much again.
 */
const ENGINE_ALLOCATOR = 'muzzy_decay_ms:0';

/** The words by which this program is started. */
const program = import.meta.path.startsWith('/$bunfs/')
  ? [process.execPath]
  : [process.execPath, import.meta.path];

if (process.env['UV_THREADPOOL_SIZE'] === undefined && process.execve) {
  const environment = {
    DUCKDB_JE_MALLOC_CONF: ENGINE_ALLOCATOR,
    ...process.env,
    UV_THREADPOOL_SIZE: POOL_THREADS,
  };
  // Both are read at the start of a process, so it starts again.
  process.execve(process.execPath, [...program, ...process.argv.slice(2)], environment);
}

process.umask(0o077);
// Imported here, so that the first of the two starts loads nothing.
const { runCli } = await import('./cli/main.ts');
const { isJournal, withPriority } = await import('./core/log.ts');
const { finished } = await import('node:stream/promises');
const { isOutputDevice, openStandardOutput } = await import('./cli/standard-output.ts');
const stdout = openStandardOutput();
/** Error of the first write to standard output that failed. */
let outputError: unknown;
stdout.on('error', error => {
  outputError = error;
});
// The exit code if the event loop runs empty before the command has ended.
process.exitCode = 1;
const code = await runCli(process.argv.slice(2), {
  program,
  environment: process.env,
  print: text => void stdout.write(`${text}\n`),
  printError: text =>
    void process.stderr.write(
      `${isJournal(process.env['JOURNAL_STREAM']) ? withPriority('error', text) : text}\n`,
    ),
  writeError: text => void process.stderr.write(text),
  settingsFile: '/etc/footfall/footfall.env',
  stdin: process.stdin,
  stdout,
  isOutputDevice: isOutputDevice(),
  isTerminal: process.stderr.isTTY === true,
});
if (!stdout.writableEnded) stdout.end();
await finished(stdout).catch(error => {
  outputError ??= error;
});
// A reader that stops early, such as head, is no failure.
const isOutputLost = outputError instanceof Error && !('code' in outputError && outputError.code === 'EPIPE');
if (isOutputLost && code === 0) process.stderr.write('footfall: standard output could not be written\n');
process.exit(isOutputLost && code === 0 ? 1 : code);
