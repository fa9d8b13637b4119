import type { Network } from '../compose/context.ts';
import { createJobs } from '../compose/jobs.ts';
import { openServices, type Services } from '../compose/services.ts';
import type { Config } from '../config/options.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { VERSION } from '../core/version.ts';
import { type Scheduler, startScheduler } from '../jobs/scheduler.ts';
import { toBasePath } from '../lib/base-path.ts';
import { lowerWorkerPriority } from '../lib/thread-priority.ts';
import type { ReadLimits } from '../stores/read-limits.ts';
import { createApp } from './app.ts';
import { createDurableCommands } from './commands/commands.ts';
import { findBlockedHostWarning } from './content-blockers.ts';
import { startControl } from './control/control-server.ts';
import { certificateJob, checkAddresses, findCertificateFiles, openListeners } from './tls/open-listeners.ts';

/** How long a stopping server waits for requests in flight: of the 10 s it has, webhooks may take 3 more. Source: decisions, section 1, Signals. */
const STOP_DEADLINE_MS = 6_000;

const PRIORITY_INTERVAL_MS = 10_000;
/** Pause before work that speeds up later answers and would delay the first ones by 30 ms. */
const WARM_UP_DELAY_MS = 50;

export interface RunningServer {
  /** Where it listens, with its base path, such as `http://127.0.0.1:8790`. */
  readonly url: string;
  /** The one-time address of the set-up page while there is no user, else null. */
  readonly setUpUrl: string | null;
  readonly services: Services;
  readonly scheduler: Scheduler;
  /** Stops accepting requests, finishes those in flight, flushes and closes the data folder. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** False: jobs run by name only, as tests want it. */
  readonly runsJobs?: boolean;
  readonly network?: Network;
  /** Start with what is left of damaged files. Default: refuse to start. */
  readonly acceptsLoss?: boolean;
  /** Limits of waiting reports; a test passes its own. */
  readonly readLimits?: ReadLimits;
  /** How many hits wait for ClickHouse at most; a test passes its own. */
  readonly maxWaitingHits?: number;
}

/** Starts the server. Throws a `CommandError` with one line when the folder or the address cannot be used. */
export async function startServer({
  config,
  log,
  clock = systemClock,
  runsJobs = true,
  network = {},
  acceptsLoss = false,
  readLimits,
  maxWaitingHits,
}: StartOptions): Promise<RunningServer> {
  // What cannot be used is found out before the folder is touched.
  const files = findCertificateFiles(config, { log, clock });
  checkAddresses(config);
  const services = await openServices({
    config,
    clock,
    log,
    network,
    acceptsLoss,
    ...(readLimits ? { readLimits } : {}),
    ...(maxWaitingHits === undefined ? {} : { maxWaitingHits }),
  });
  const { listener, tls, stopListening } = await openListeners({ services, files, network }).catch(
    async error => {
      await services.close();
      throw error;
    },
  );
  const { host } = config;
  const origin = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;
  const baseUrl = config.baseUrl ?? origin;
  const url = origin + toBasePath(baseUrl);
  const scheduler = startScheduler(
    [...createJobs(services), ...(tls ? [certificateJob(tls, listener)] : [])],
    { clock, log, isAutomatic: runsJobs },
  );
  const answer = createApp(services, {
    baseUrl,
    scheduler,
    tls,
    getPeerAddress: listener.getPeerAddress,
    keepOpen: listener.keepOpen,
    maxAnswerMs: listener.maxAnswerMs,
  });
  listener.setHandler(answer);

  const warmUpTimer = setTimeout(() => {
    lowerWorkerPriority();
    // Compiles the patterns of user agents before the first visitor needs them.
    services.ingest.userAgents('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  }, WARM_UP_DELAY_MS);
  warmUpTimer.unref();
  // Threads are created on demand.
  const priorityTimer = setInterval(lowerWorkerPriority, PRIORITY_INTERVAL_MS);
  priorityTimer.unref();
  services.context.events.publish('server.listening', { baseUrl });
  const stopControl = startControl(config.data, { commands: createDurableCommands(services), log });
  const token = services.access.sessions.setUpToken();
  log.info({ version: VERSION, url, data: services.stores.folder.path }, 'listening');
  // The first certificate of a new server is not waited for.
  if (runsJobs && tls?.status().source === 'acme') scheduler.run('tls.refresh').catch(() => {});
  const warning = findBlockedHostWarning(baseUrl);
  if (warning !== null) log.warn({ baseUrl }, warning);
  return {
    url,
    setUpUrl: token === null ? null : `${baseUrl}/setup?token=${token}`,
    services,
    scheduler,
    async stop() {
      // Streams never end by themselves.
      services.live.stop();
      clearTimeout(warmUpTimer);
      clearInterval(priorityTimer);
      await stopControl();
      await scheduler.stop();
      await stopListening(STOP_DEADLINE_MS);
      await services.close();
    },
  };
}
