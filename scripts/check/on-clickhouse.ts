/** Runs a command beside a server of ClickHouse, on which test servers put their hits: `bun scripts/check/on-clickhouse.ts COMMAND...` */
import { startChdbServer } from '../../test/support/chdb.ts';

const server = await startChdbServer();
const child = Bun.spawn(process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...Bun.env, TEST_CLICKHOUSE_URL: server.url },
});
const code = await child.exited;
await server.stop();
process.exit(code);
