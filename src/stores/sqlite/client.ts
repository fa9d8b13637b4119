import { type Changes, Database, type SQLQueryBindings, type Statement } from 'bun:sqlite';

type AnyStatement = Statement<unknown, SQLQueryBindings[]>;

/** Statements made between two sweeps for ones that were garbage-collected. */
const SWEEP_EVERY = 1000;
const EXECUTES = ['run', 'get', 'all', 'values', 'raw', 'iterate'] as const;

/** Connections that have not ended yet. */
const open = new Set<SqliteClient>();
process.on('exit', () => {
  for (const client of open) client.end();
});

/**
 * A connection that ends when it is closed, and at the latest before the process does. SQLite keeps a connection alive
 * as long as one of its statements is, and the last connection of a file that may write folds the log into the file, in
 * place, when it ends: a copy that is being made at that moment would be half old, half new.
 */
export class SqliteClient extends Database {
  private statements: WeakRef<AnyStatement>[] = [];
  private nextSweepAt = SWEEP_EVERY;
  /** Statements executed that may have changed something. What was read stays true while it stands still. */
  writes = 0;
  private readonly looked = new WeakSet<object>();

  constructor(file: string) {
    super(file, { readwrite: true, strict: true });
    open.add(this);
  }

  override prepare<Row, Params extends SQLQueryBindings | SQLQueryBindings[]>(
    ...args: Parameters<typeof Database.prototype.prepare<Row, Params>>
  ): ReturnType<typeof Database.prototype.prepare<Row, Params>> {
    const statement = super.prepare<Row, Params>(...args);
    this.statements.push(new WeakRef(statement as unknown as AnyStatement));
    if (this.statements.length >= this.nextSweepAt) {
      this.statements = this.statements.filter(reference => reference.deref() !== undefined);
      this.nextSweepAt = 2 * this.statements.length + SWEEP_EVERY;
    }
    return this.withCount(statement);
  }

  override query<Row, Params extends SQLQueryBindings | SQLQueryBindings[]>(
    sql: string,
  ): ReturnType<typeof Database.prototype.query<Row, Params>> {
    return this.withCount(super.query<Row, Params>(sql));
  }

  override run(...args: Parameters<typeof Database.prototype.run>): Changes {
    this.writes++;
    return super.run(...args);
  }

  override exec(...args: Parameters<typeof Database.prototype.run>): Changes {
    return this.run(...args);
  }

  /** Lets a statement count its executions, unless it does already or only reads. */
  private withCount<Counted extends { readonly readonly: boolean }>(statement: Counted): Counted {
    if (this.looked.has(statement)) return statement;
    this.looked.add(statement);
    if (statement.readonly) return statement;
    const methods = statement as unknown as Record<
      (typeof EXECUTES)[number],
      (...args: unknown[]) => unknown
    >;
    for (const name of EXECUTES) {
      const execute = methods[name];
      methods[name] = (...args) => {
        this.writes++;
        return execute.apply(statement, args);
      };
    }
    return statement;
  }

  /** Finalizes every statement and closes the connection for good. */
  end(): void {
    if (!open.delete(this)) return;
    for (const reference of this.statements) reference.deref()?.finalize();
    this.statements = [];
    this.close(true);
  }
}
