// The process that runs read-only statements on the application database: see report-process.ts. It is started from
// this text, so it imports no other file. A line on its input is a query `{file, sql, params}`; it answers with
// lines of rows, each a list of values, and then one line `{"error": null}`, or a message in place of null.
import { Database } from 'bun:sqlite';

/** Rows in a line: parsing a longer one would block the reader. */
const ROWS_PER_LINE = 200;

const print = value => process.stdout.write(`${JSON.stringify(value)}\n`);

function answer({ file, sql, params }) {
  // Opened for each query: the database moves on to another file when its log is folded in.
  const database = new Database(file, { readonly: true });
  try {
    const rows = database.prepare(sql).values(...params);
    for (let at = 0; at < rows.length; at += ROWS_PER_LINE) print(rows.slice(at, at + ROWS_PER_LINE));
  } finally {
    database.close();
  }
}

for await (const line of console) {
  if (line === '') continue;
  try {
    answer(JSON.parse(line));
    print({ error: null });
  } catch (error) {
    print({ error: String(error) });
  }
}
