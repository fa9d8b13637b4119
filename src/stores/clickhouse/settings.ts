/** Settings of statements. What a profile of the user may have set, and would change what they do, is set here. */
import type { ClickHouseSettings } from '@clickhouse/client';

export const INSERT_TIMEOUT_MS = 60_000;
/** For changes of many rows, which wait for each replica. */
export const CHANGE_TIMEOUT_MS = 600_000;

/** Settings of every statement. */
const SETTINGS: ClickHouseSettings = {
  // The status is sent when the statement is done: an error never follows the rows of an answer with status 200.
  wait_end_of_query: 1,
  date_time_input_format: 'best_effort',
  join_use_nulls: 0,
};

/** Settings of reads. An answer is whole, or none. */
const READ_SETTINGS: ClickHouseSettings = {
  ...SETTINGS,
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
  // Statements may name many pages.
  max_query_size: '268435456',
  output_format_json_quote_64bit_integers: 0,
  // A value that is selected under its column's name does not change what conditions mean.
  prefer_column_name_to_alias: 1,
  timeout_overflow_mode: 'throw',
  read_overflow_mode: 'throw',
  result_overflow_mode: 'throw',
  skip_unavailable_shards: 0,
  use_query_cache: 0,
  // Patterns of channels are long.
  allow_hyperscan: 1,
  max_hyperscan_regexp_length: '0',
  max_hyperscan_regexp_total_length: '0',
  reject_expensive_hyperscan_regexps: 0,
};

/** Settings of inserts: a batch is one block in each month, so that its token is that of all its rows. */
const INSERT_SETTINGS: ClickHouseSettings = {
  ...SETTINGS,
  async_insert: 0,
  insert_deduplicate: 1,
  input_format_parallel_parsing: 0,
  // Columns that a kind lacks are not in files.
  input_format_parquet_allow_missing_columns: 1,
  max_insert_block_size: '1048576',
  min_insert_block_size_rows: '1048576',
  min_insert_block_size_bytes: '0',
  max_partitions_per_insert_block: '0',
};

const CHANGE_SETTINGS: ClickHouseSettings = {
  ...SETTINGS,
  mutations_sync: '2',
  alter_sync: '2',
};

/** Settings where tables are replicated and distributed: a write is on most replicas, and the next read asks one of them. */
const CLUSTER_READ_SETTINGS: ClickHouseSettings = {
  select_sequential_consistency: '1',
  distributed_product_mode: 'global',
};
const CLUSTER_INSERT_SETTINGS: ClickHouseSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  // Before we stop waiting.
  insert_quorum_timeout: INSERT_TIMEOUT_MS - 5000,
};
const CLUSTER_CHANGE_SETTINGS: ClickHouseSettings = {
  distributed_ddl_task_timeout: String(CHANGE_TIMEOUT_MS / 1000),
  distributed_ddl_output_mode: 'none',
  // Each replica evaluates the subqueries of an update, and no row is inserted meanwhile.
  allow_nondeterministic_mutations: 1,
};

/** Settings of each kind of statement. */
export interface StatementSettings {
  readonly read: ClickHouseSettings;
  readonly insert: ClickHouseSettings;
  readonly change: ClickHouseSettings;
}

/** Returns the settings of statements, on one server or on a cluster. */
export const toSettings = (cluster: string | null): StatementSettings =>
  cluster === null
    ? { read: READ_SETTINGS, insert: INSERT_SETTINGS, change: CHANGE_SETTINGS }
    : {
        read: { ...READ_SETTINGS, ...CLUSTER_READ_SETTINGS },
        insert: { ...INSERT_SETTINGS, ...CLUSTER_INSERT_SETTINGS },
        change: { ...CHANGE_SETTINGS, ...CLUSTER_CHANGE_SETTINGS },
      };
