/** One server for all tests of a file: starting is the slow part, and tests that make their own sites do not meet. */
import { afterAll, beforeAll } from 'bun:test';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** Starts a server before the file's tests and stops it after them; the answer gives it to a test. */
export function shareServer(options: TestServerOptions = {}): () => TestServer {
  let shared: TestServer | undefined;
  beforeAll(async () => {
    shared = await startTestServer(options);
  });
  afterAll(async () => {
    await shared?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!shared) throw new Error('the server is there while tests run, not before');
    return shared;
  };
}

let members = 0;

/** A user without a plan of their own who has a role in the account of the server's owner. */
export async function aMember(server: TestServer, role: 'admin' | 'viewer') {
  const { accounts } = server.services;
  const member = await server.given.user(`member-${++members}@example.org`, 'none');
  accounts.addToTeam(
    accounts.getUserByEmail(server.owner.email),
    accounts.getUserByEmail(member.email),
    role,
  );
  return member;
}
